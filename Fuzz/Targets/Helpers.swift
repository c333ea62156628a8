import EventLoop
import SegueCore
import SegueFiles
import SegueTestSupport

@testable import SegueKit

/// The conversation of the player with its helpers, in both directions.
enum Helpers {
    /// The loop of all inquiries: it reaps each helper while the next ones run.
    private static let loop: EventLoop = {
        do {
            return try EventLoop()
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// The answers of a helper that writes anything: a program that prints its files. However many lines they have,
    /// each file has one answer or none.
    static func answers(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map { Array($0) }
        asFiles(parts) { files in
            var answers: [[UInt8]?] = []
            var isOver = false
            let inquiry = FileInquiry(["/bin/cat"], files: files.map(\.bytes), on: loop) { index, answer in
                precondition(index == answers.count, "the answers come in order")
                answers.append(answer)
            } _: {
                precondition(!isOver, "an inquiry ends once")
                isOver = true
            }
            precondition(loop.run { isOver }, "an inquiry comes to its end")
            withExtendedLifetime(inquiry) {}
            precondition(answers == expected(parts), "\(answers)")
            for answer in answers.compactMap(\.self) { use(answer) }
        }
    }

    /// Returns the answers about these files. A process prints the rest of the files, and each line is an answer; the
    /// next file has none.
    private static func expected(_ parts: [[UInt8]]) -> [[UInt8]?] {
        var answers: [[UInt8]?] = []
        while answers.count < parts.count {
            let output = Array(parts[answers.count...].joined()).split(separator: 10, omittingEmptySubsequences: false)
            answers += output.dropLast().prefix(parts.count - answers.count).map { Array($0) }
            if answers.count < parts.count { answers.append(nil) }
        }
        return answers
    }

    /// Reads an answer as each kind of helper could have meant it.
    private static func use(_ answer: [UInt8]) {
        Documents.titles(answer)
        Documents.facts(answer)
        Texts.news(answer)
        _ = ContentIdentity(text: String(decoding: answer, as: UTF8.self))
    }

    private static func asFiles(
        _ parts: [[UInt8]], _ files: [LocalPath] = [], _ body: ([LocalPath]) -> Void
    ) {
        guard files.count < parts.count else { return body(files) }
        SoundFiles.asFile(parts[files.count]) { asFiles(parts, files + [$0], body) }
    }

    /// The requests of a player with any settings and any files, as the helpers read them.
    static func requests(_ bytes: [UInt8]) {
        let texts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        folders(texts[0])
        let sorted = SortText(articles: texts[0]).of(texts.count > 1 ? texts[1] : "")
        precondition(sorted.utf8.allSatisfy { $0 >= 0x20 }, "a text without control characters")
        SoundFiles.asFile(bytes) { file in
            let answer = TitleInquiry.content(of: file.bytes)
            precondition(!answer.isEmpty && !answer.contains(where: \.isNewline), "an answer is a line")
            precondition(ContentIdentity(path: file.bytes) == ContentIdentity(text: answer), "an answer is understood")
            // Below a file, there is none, whatever its name.
            precondition(TitleInquiry.content(of: file.appending(bytes.filter { $0 != 0 }).bytes).isEmpty)
        }
    }

    private static func folders(_ setting: String) {
        let home = "/home/a"
        let folders = MusicFolders.of(setting, desktop: "\(home)/Music", home: home)
        precondition(folders.allSatisfy(\.isAbsolute))
        precondition(
            folders.indices.allSatisfy { index in
                folders.indices.allSatisfy { $0 == index || !folders[index].isInside(folders[$0]) }
            }, "no folder is read twice")
        let again = MusicFolders.of(folders.map(\.description).joined(separator: ":"), desktop: nil, home: home)
        precondition(again == folders, "the folders are read as themselves")
    }
}
