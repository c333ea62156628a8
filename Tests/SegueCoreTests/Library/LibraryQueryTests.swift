import SegueCore
import SegueTestSupport
import Testing

/// Queries of the library, as typed (design.md, Asking).
@Suite struct LibraryQueryTests {
    private typealias Term = LibraryQuery.Term

    private func terms(_ text: String) throws -> [LibraryQuery.Term] { try LibraryQuery(text).terms }

    @Test func wordsFieldsAndExclusions() throws {
        #expect(try terms("") == [])
        #expect(try terms("  one  two ") == [Term(.words(nil, "one")), Term(.words(nil, "two"))])
        #expect(
            try terms("artist:Björk -live") == [
                Term(.words(.artist, "Björk")), Term(.words(nil, "live"), isExcluded: true),
            ])
        #expect(
            try terms("ALBUM:x -genre:pop") == [
                Term(.words(.album, "x")), Term(.words(.genre, "pop"), isExcluded: true),
            ])
        #expect(
            try terms("\"the end\" title:“second movement”") == [
                Term(.phrase(nil, "the end")), Term(.phrase(.title, "second movement")),
            ])
    }

    @Test func whatIsNoFieldIsAWord() throws {
        #expect(
            try terms("re:stacks a-ha - 10:15 AC/DC") == [
                Term(.words(nil, "re:stacks")), Term(.words(nil, "a-ha")), Term(.words(nil, "-")),
                Term(.words(nil, "10:15")), Term(.words(nil, "AC/DC")),
            ])
        // Still being typed.
        #expect(try terms("artist: \"\" year:").isEmpty)
    }

    @Test(
        arguments: [
            ("year:1990", 1990, 1991), ("year:=1990", 1990, 1991), ("year:1990..1999", 1990, 2000),
            ("year:1990..", 1990, nil), ("year:..1999", nil, 2000), ("year:>1990", 1991, nil),
            ("year:>=1990", 1990, nil),
            ("year:<1990", nil, 1990), ("year:<=1990", nil, 1991), ("length:20m", 1200, 1260),
            ("length:>20m", 1260, nil),
            ("length:3:30..5:00", 210, 301), ("length:90", 90, 91), ("length:1h30m", 5400, 5460),
            ("length:<=1:02:03", nil, 3724), ("added:<7d", nil, 604_800), ("added:>1y", 63_115_200, nil),
        ] as [(String, Double?, Double?)])
    func figures(text: String, from: Double?, below: Double?) throws {
        let figure = try #require(LibraryQuery.Figure(rawValue: String(text.prefix { $0 != ":" })))
        #expect(try terms(text) == [Term(.figure(figure, from: from, below: below))])
    }

    @Test(arguments: [
        ("year:19x0", 5..<9), ("one year:90", 9..<11), ("length:..", 7..<9), ("length:>", 7..<8), ("length:4q", 7..<9),
        ("added:5", 6..<7), ("year:1999..1990", 5..<15), ("year:<>1990", 5..<11), ("length:1:2:3:4", 7..<14),
        ("-length:9999999999", 8..<18), ("a \"b c", 2..<6), ("añb year:é", 9..<10), ("year:１９９０", 5..<9),
    ])
    func whatCannotBeUnderstoodIsPointedAt(text: String, place: Range<Int>) {
        #expect { try LibraryQuery(text) } throws: { error in
            let error = error as? LibraryQueryError
            return error?.place == place && error?.description.hasSuffix(".") == true
        }
    }

    /// Any text parses, or throws an error whose range lies within the text.
    @Test func anyTextHasAnAnswer() {
        var random = SeededRandom.anew()
        let pieces = [
            "year:", "length:", "added:", "artist:", "\"", "“", "”", "-", "..", ">", "<=", "1990", "3:30", "20m",
            "99999999999", " ", "\u{301}", "é", "夜", ":", "\u{0}", "=", "d", "title:",
        ]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            do {
                _ = try LibraryQuery(text)
            } catch {
                let isInside =
                    error.place.lowerBound >= 0 && error.place.upperBound <= text.count && !error.place.isEmpty
                #expect(isInside, "“\(text)”: \(error.place)")
            }
        }
    }
}
