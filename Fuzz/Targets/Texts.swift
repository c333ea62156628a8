import SDBus
import SegueCore
import SegueFiles
import SegueWindowModel

@testable import SegueKit
@testable import SegueMPRIS

enum Texts {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    static func decoded(_ bytes: [UInt8]) {
        let text = TextDecoding.text(bytes)
        if let line = TagText.line(text) {
            precondition(!line.isEmpty && !line.contains(where: \.isNewline))
            precondition(TagText.line(line) == line, "a line is read as itself")
        }
        _ = TagText.lines(text, limit: 100)
        // An order is asymmetric.
        let halves = [bytes.prefix(bytes.count / 2), bytes.suffix(bytes.count / 2)].map { NaturalOrder(Array($0)) }
        precondition(!(halves[0] < halves[1] && halves[1] < halves[0]))
    }

    static func uris(_ bytes: [UInt8]) {
        let text = text(bytes)
        if let path = FileURI.pathBytes(of: text) {
            precondition(FileURI.pathBytes(of: FileURI.uri(pathBytes: path)) == path, "a path comes back")
        }
        let name = [UInt8(ascii: "/")] + bytes.filter { $0 != 0 }
        precondition(FileURI.pathBytes(of: FileURI.uri(pathBytes: name)) == name, "any name of a file comes back")
        for uri in [text, FileURI.uri(pathBytes: name)] {
            _ = ResourceName.title(of: uri)
            _ = ResourceName.fileName(of: uri)
            _ = ResourceName.host(of: uri)
            _ = ResourceName.path(of: uri)
        }
        do throws(BusError) {
            let uri = try Location.uri(text)
            let again = try Location.uri(uri)
            precondition(again == uri, "a location is taken as itself")
        } catch {
            precondition(!error.message.isEmpty, "a refusal has a sentence")
        }
    }

    static func query(_ bytes: [UInt8]) {
        let text = text(bytes)
        do throws(LibraryQueryError) {
            let query = try LibraryQuery(text)
            precondition(query.terms.count <= text.count)
        } catch {
            precondition(error.place.lowerBound >= 0 && error.place.upperBound <= text.count, "a place in the text")
            precondition(!error.description.isEmpty)
        }
        _ = LibraryQuery(words: text)
    }

    static func lyrics(_ bytes: [UInt8]) {
        let lyrics = Lyrics(tag: text(bytes))
        precondition(zip(lyrics.lines, lyrics.lines.dropFirst()).allSatisfy { $0.start <= $1.start })
        for line in lyrics.lines {
            precondition(line.start >= .zero)
            precondition(lyrics.line(at: line.start) != nil)
            if let next = lyrics.nextStart(after: line.start) { precondition(next > line.start) }
        }
    }

    static func mixRamp(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).map { text(Array($0)) }
        _ = MixRamp(beginning: parts.first, ending: parts.count > 1 ? parts[1] : nil)
    }

    static func news(_ bytes: [UInt8]) {
        guard let news = LibraryNews(line: bytes) else { return }
        precondition(LibraryNews(line: Array(news.line.utf8)) != nil, "a message can be sent on")
    }

    static func sentences(_ bytes: [UInt8]) {
        let text = text(bytes)
        for code in Sentence.Code.allCases {
            if let values = code.phrase.values(in: text) {
                precondition(Phrase.fill(code.phrase.english, values) == text, "\(code)")
            }
        }
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        _ = Sentence(code: parts[0], values: Array(parts.dropFirst()))
        _ = Phrase.fill(text, parts)
    }
}
