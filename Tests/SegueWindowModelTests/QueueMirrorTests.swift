import SDBus
import SegueClient
import SegueTestSupport
import SegueWindowModel
import Testing

@Suite struct QueueMirrorTests {
    /// A whole queue, read in one page.
    private static func mirror(_ numbers: [Int]) -> QueueMirror {
        var mirror = QueueMirror()
        _ = mirror.read()
        _ = mirror.take(page: numbers.map(Sample.track), revision: 1)
        _ = mirror.take(page: [], revision: 1)
        return mirror
    }

    private static func titles(_ mirror: QueueMirror) -> [String] { mirror.rows.map(\.title) }

    @Test func pagesAreReadUntilOneIsEmpty() {
        var mirror = QueueMirror()
        #expect(mirror.read() == 0)
        let first = mirror.take(page: [1, 2].map(Sample.track), revision: 7)
        #expect(first.next == 2)
        #expect(first.change == QueueMirror.Change(place: 0, removed: 0, added: 2), "rows are shown as they come")
        let second = mirror.take(page: [3].map(Sample.track), revision: 7)
        #expect(second.next == 3)
        #expect(mirror.isReading)
        #expect(mirror.take(page: [], revision: 7).next == nil)
        #expect(!mirror.isReading)
        #expect(Self.titles(mirror) == ["Track 1", "Track 2", "Track 3"])
    }

    @Test func anEditBetweenTwoPagesStartsOver() {
        var mirror = QueueMirror()
        _ = mirror.read()
        _ = mirror.take(page: [1].map(Sample.track), revision: 7)
        let again = mirror.take(page: [2].map(Sample.track), revision: 8)
        #expect(again.next == 0)
        _ = mirror.take(page: [1, 2].map(Sample.track), revision: 8)
        _ = mirror.take(page: [], revision: 8)
        #expect(Self.titles(mirror) == ["Track 1", "Track 2"])
    }

    @Test func aNewListChangesOnlyWhatDiffers() {
        var mirror = Self.mirror([1, 2, 3, 4])
        _ = mirror.read()
        _ = mirror.take(page: [1, 3, 2, 4].map(Sample.track), revision: 2)
        let end = mirror.take(page: [], revision: 2)
        #expect(end.change == QueueMirror.Change(place: 1, removed: 2, added: 2))
    }

    /// A thousand edits, told by signals, leave the same rows as a plain array; and whoever only follows the changes
    /// has as many rows.
    @Test(arguments: [1, 2, 3]) func followsEverySignal(seed: UInt64) {
        var random = SeededRandom(state: seed)
        var plain: [Int] = []
        var next = 0
        var count = 0
        var mirror = Self.mirror([])
        var combined: QueueMirror.Change?
        var shown: [QueueRow] = []
        func follow(_ change: QueueMirror.Change?) {
            guard let change else { return }
            count += change.added - change.removed
            combined = combined?.followed(by: change, count: mirror.rows.count) ?? change
            // A window shows several changes as one.
            guard Int.random(in: 0..<5, using: &random) == 0, let whole = combined else { return }
            combined = nil
            let place = whole.place
            shown.replaceSubrange(
                place..<(place + whole.removed), with: mirror.rows[place..<(place + whole.added)])
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

    @Test func titlesThatBecomeKnownAreShownAlsoWhileTheListIsRead() {
        var mirror = Self.mirror([1, 2, 3])
        let news = [Sample.track(2, title: "Two"), Sample.track(9, title: "Nine"), Sample.track(3, title: "Three")]
        #expect(
            mirror.update(news) == [2, 3].map { QueueMirror.Change(place: $0 - 1, removed: 1, added: 1) })
        #expect(mirror.update(news).isEmpty)
        #expect(Self.titles(mirror) == ["Track 1", "Two", "Three"])
        _ = mirror.read()
        _ = mirror.take(page: [Sample.track(4), Sample.track(5)], revision: 9)
        _ = mirror.update([Sample.track(4, title: "Four")])
        _ = mirror.take(page: [], revision: 9)
        #expect(Self.titles(mirror) == ["Four", "Track 5"])
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
        ("  ", [0, 1, 2]),
    ])
    func findsEveryWord(text: String, places: [Int]) {
        let rows = [
            QueueRow(Sample.track(1)), QueueRow(Sample.track(2, title: "Evening Walk")),
            QueueRow(Sample.track(3, title: "ÖDE Gegend")),
        ]
        #expect(QueueSearch(text).places(in: rows) == places)
    }
}
