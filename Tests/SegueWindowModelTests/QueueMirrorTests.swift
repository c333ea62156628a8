import SDBus
import SegueClient
import SegueTestSupport
import SegueWindowModel
import Testing

@Suite struct QueueMirrorTests {
    /// Returns a whole queue, read in one page.
    private static func mirror(_ numbers: [Int]) -> QueueMirror {
        var mirror = QueueMirror()
        read(&mirror, numbers, revision: 1)
        return mirror
    }

    /// Reads a list. Returns the change made by the last page.
    @discardableResult
    private static func read(_ mirror: inout QueueMirror, _ numbers: [Int], revision: UInt64) -> QueueMirror.Change? {
        let first = mirror.read()
        guard let second = mirror.take(first, entries: numbers.map(Sample.track), revision: revision).next else {
            return nil
        }
        return mirror.take(second, entries: [], revision: revision).change
    }

    private static func titles(_ mirror: QueueMirror) -> [String] { mirror.rows.map(\.title) }

    @Test func pagesAreReadUntilOneIsEmpty() throws {
        var mirror = QueueMirror()
        let begin = mirror.read()
        #expect(begin.offset == 0)
        let first = mirror.take(begin, entries: [1, 2].map(Sample.track), revision: 7)
        #expect(first.next?.offset == 2)
        #expect(first.change == QueueMirror.Change(place: 0, removed: 0, added: 2), "rows are shown as they come")
        let second = mirror.take(try #require(first.next), entries: [3].map(Sample.track), revision: 7)
        #expect(second.next?.offset == 3)
        #expect(mirror.isReading)
        #expect(mirror.take(try #require(second.next), entries: [], revision: 7).next == nil)
        #expect(!mirror.isReading)
        #expect(Self.titles(mirror) == ["Track 1", "Track 2", "Track 3"])
    }

    @Test func anEditBetweenTwoPagesStartsOver() throws {
        var mirror = QueueMirror()
        let first = mirror.take(mirror.read(), entries: [1].map(Sample.track), revision: 7)
        let again = mirror.take(try #require(first.next), entries: [2].map(Sample.track), revision: 8)
        #expect(again.next?.offset == 0)
        Self.read(&mirror, [1, 2], revision: 8)
        #expect(Self.titles(mirror) == ["Track 1", "Track 2"])
    }

    /// A page requested before the list was replaced says nothing about the new list, even if the new list's revision
    /// is unknown.
    @Test func aLatePageOfAFormerReadingIsPassedOver() throws {
        var mirror = Self.mirror([1, 2])
        let former = try #require(mirror.take(mirror.read(), entries: [Sample.track(3)], revision: 2).next)
        let first = mirror.read()
        #expect(mirror.take(former, entries: [], revision: 2) == (nil, nil))
        #expect(mirror.isReading && Self.titles(mirror) == ["Track 1", "Track 2"])
        let next = try #require(mirror.take(first, entries: [7, 8].map(Sample.track), revision: 3).next)
        #expect(mirror.take(first, entries: [9].map(Sample.track), revision: 3) == (nil, nil), "a page comes once")
        _ = mirror.take(next, entries: [], revision: 3)
        #expect(Self.titles(mirror) == ["Track 7", "Track 8"])
    }

    @Test func aPageThatFailsIsAskedForAgainAndThenGivenUp() throws {
        var mirror = Self.mirror([1, 2])
        let next = try #require(mirror.take(mirror.read(), entries: [Sample.track(3)], revision: 2).next)
        #expect(mirror.fail(next).next == next)
        #expect(mirror.fail(QueueMirror.Page(reading: 0, offset: 0)) == (nil, nil), "nobody waits for this one")
        #expect(mirror.fail(next).next == next)
        #expect(mirror.fail(next) == (QueueMirror.Change(place: 0, removed: 2, added: 1), nil))
        #expect(!mirror.isReading && Self.titles(mirror) == ["Track 3"])
        #expect(mirror.remove([Sample.path(3)]) != nil, "edits are followed again")
    }

    @Test func entriesAreFoundWhereTheyAreGuessedAndElsewhere() {
        let mirror = Self.mirror([1, 2, 3])
        for guess in [-1, 0, 1, 2, 3, 900] { #expect(mirror.place(of: Sample.path(2), guess: guess) == 1) }
        #expect(mirror.place(of: Sample.path(9), guess: 1) == nil)
    }

    @Test func aNewListChangesOnlyWhatDiffers() {
        var mirror = Self.mirror([1, 2, 3, 4])
        let change = Self.read(&mirror, [1, 3, 2, 4], revision: 2)
        #expect(change == QueueMirror.Change(place: 1, removed: 2, added: 2))
    }

    /// A thousand edits, announced by signals, produce the same rows as a plain array. A follower of the changes has
    /// the same number of rows.
    @Test(arguments: [1, 2, 3]) func followsEverySignal(seed: UInt64) {
        var random = SeededRandom(state: seed)
        var plain: [Int] = []
        var next = 0
        var count = 0
        var mirror = Self.mirror([])
        var shown: [QueueRow] = []
        func follow(_ change: QueueMirror.Change?) {
            guard let change else { return }
            count += change.added - change.removed
            let place = change.place
            shown.replaceSubrange(
                place..<(place + change.removed), with: mirror.rows[place..<(place + change.added)])
            #expect(shown == mirror.rows, "seed \(seed)")
        }
        for _ in 0..<1000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let new = (0..<Int.random(in: 1...3, using: &random)).map { next + $0 }
                next += new.count
                let place = Int.random(in: 0...plain.count, using: &random)
                follow(
                    mirror.insert(
                        new.map(Sample.track), after: place == 0 ? nil : Sample.path(plain[place - 1])))
                plain.insert(contentsOf: new, at: place)
            case 2 where plain.count > 1:
                let moved = plain.remove(at: Int.random(in: plain.indices, using: &random))
                let place = Int.random(in: 0...plain.count, using: &random)
                follow(
                    mirror.move(Sample.path(moved), after: place == 0 ? nil : Sample.path(plain[place - 1])))
                plain.insert(moved, at: place)
            default:
                let gone = Set(plain.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)))
                follow(mirror.remove(gone.map(Sample.path)))
                plain.removeAll { gone.contains($0) }
            }
        }
        #expect(mirror.rows.map(\.id) == plain.map(Sample.path), "seed \(seed)")
        #expect(count == plain.count, "seed \(seed)")
    }

    @Test func titlesThatBecomeKnownAreShownAlsoWhileTheListIsRead() throws {
        var mirror = Self.mirror([1, 2, 3])
        let news = [Sample.track(2, title: "Two"), Sample.track(9, title: "Nine"), Sample.track(3, title: "Three")]
        #expect(mirror.update(news) == [1, 2])
        #expect(mirror.update(news).isEmpty)
        #expect(Self.titles(mirror) == ["Track 1", "Two", "Three"])
        let next = mirror.take(mirror.read(), entries: [Sample.track(4), Sample.track(5)], revision: 9).next
        _ = mirror.update([Sample.track(4, title: "Four")])
        _ = mirror.take(try #require(next), entries: [], revision: 9)
        #expect(Self.titles(mirror) == ["Four", "Track 5"])
    }

    @Test(arguments: [[1, 2, 3], [2, 3, 4], [4, 1], [3, 2], [9, 2], [2, 2], [1, 3, 4], [4, 5], []])
    func titlesThatBecomeKnownAreShownWhateverTheirOrder(numbers: [Int]) {
        var mirror = Self.mirror([1, 2, 3, 4])
        let places = mirror.update(numbers.map { Sample.track($0, title: "New \($0)") })
        #expect(places == Set(numbers).filter { $0 <= 4 }.map { $0 - 1 }.sorted())
        #expect(Self.titles(mirror) == (1...4).map { numbers.contains($0) ? "New \($0)" : "Track \($0)" })
    }

    @Test func signalsForEntriesThatAreNotThereDoNothing() {
        var mirror = Self.mirror([1, 2])
        #expect(mirror.remove([Sample.path(9)]) == nil)
        #expect(mirror.move(Sample.path(9), after: nil) == nil)
        #expect(mirror.move(Sample.path(1), after: Sample.path(9)) == nil)
        #expect(mirror.insert([Sample.track(3)], after: Sample.path(9)) == nil)
        #expect(Self.titles(mirror) == ["Track 1", "Track 2"])
    }
}

@Suite struct QueueSearchTests {
    @Test(arguments: [
        ("", [0, 1, 2]), ("evening", [1]), ("EVENING walk", [1]), ("somebody walk", [1]), ("öde", [2]), ("x", []),
        ("  ", [0, 1, 2]), ("ode gegend", [2]), ("ÉVENING", [1]), ("strasse", [2]), ("somebody strasse", [2]),
        ("walk lied", []), ("title:walk", [1]), ("artist:walk", []), ("album:strasse -title:evening", [2]),
        ("-evening", [0, 2]), ("\"evening walk\"", [1]), ("\"walk somebody\"", []), ("\"öde geg", []),
        ("length:<1m", []), ("length:>1s", [0, 1, 2]), ("genre:folk", []), ("-genre:folk", [0, 1, 2]),
        ("title:", [0, 1, 2]), ("12:30", []),
    ])
    func findsWhatAQueryFinds(text: String, places: [Int]) {
        let rows = [
            QueueRow(Sample.track(1)), QueueRow(Sample.track(2, title: "Evening Walk")),
            QueueRow(Sample.track(3, title: "ÖDE Gegend", album: "Lieder der Straße")),
        ]
        #expect(QueueSearch(text).places(in: rows) == places)
    }
}
