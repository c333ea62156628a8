import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite struct ConfigurationFileTests {
    private let folder = TemporaryFolder()
    private var file: ConfigurationFile { ConfigurationFile(path: folder.file("config.toml")) }

    private func read(_ text: String) throws -> ConfigurationFile.Reading {
        try folder.write("config.toml", text: text)
        return try #require(file.read())
    }

    // MARK: - Reading

    @Test func noFileIsNoReading() {
        #expect(file.read() == nil)
    }

    @Test func aReaderOfTheOldFileReadsOn() throws {
        let path = try folder.write("file", text: "old")
        let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        try FileAccess.replace(path, with: Array("new".utf8))
        #expect(try reader.readToEnd() == Data("old".utf8))
    }

    @Test("Drafts of killed processes are removed an hour later, and no other file is")
    func leftDrafts() throws {
        let path = try folder.write("file", text: "old")
        let kept = [".file.1", ".file.txt", ".other.1"]
        for name in kept + [".file.2"] { try folder.write(name, text: "") }
        for name in kept.dropFirst() + [".file.2"] {
            var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
            #expect(utimes(folder.file(name), &times) == 0)
        }
        try FileAccess.replace(path, with: Array("new".utf8))
        #expect(folder.names(in: "") == kept + ["file"])
    }

    @Test func theFileIsClosedOnceItIsRead() throws {
        _ = try read("")
        #expect(!OpenDescriptors.targets.contains(file.path))
    }

    @Test func aPipeIsSaidToBeOne() throws {
        #expect(mkfifo(file.path, 0o600) == 0)
        let expected = ["\(file.path): is a pipe, not a file, so nothing is read from it."]
        #expect(file.read()?.problems.map(\.description) == expected)
        #expect(file.read()?.configuration == Configuration())
        #expect(throws: ConfigurationProblem(path: file.path, kind: .pipe)) {
            try file.set(.crossfadeDuration, to: "5")
        }
    }

    @Test func readsEveryKind() throws {
        let reading = try read(
            """
            crossfadeDuration = 4.5
            fadeInDuration = 2
            fadeCurve = "sCurve"
            gaplessAlbums = false
            repeatCount = 3
            loudnessMode = 'album'
            output = "alsa \\"x\\""
            """)
        var expected = Configuration()
        expected.crossfadeDuration = MediaTime(seconds: 4.5)
        expected.fadeInDuration = MediaTime(seconds: 2)
        expected.fadeCurve = .sCurve
        expected.gaplessAlbums = false
        expected.repeatCount = 3
        expected.loudnessMode = .album
        expected.output = "alsa \"x\""
        #expect(reading == ConfigurationFile.Reading(configuration: expected, problems: []))
    }

    @Test func aBadValueIsNamedAndTheRestApplies() throws {
        let reading = try read("# mine\ncrossfadeDuration = 99\n\nfadeInDuration = 1\n")
        #expect(reading.configuration.crossfadeDuration == Configuration().crossfadeDuration)
        #expect(reading.configuration.fadeInDuration == MediaTime(seconds: 1))
        #expect(
            reading.problems.map(\.description) == [
                "\(file.path), line 2: crossfadeDuration = 99 is not valid: expected a number of seconds from 1 to 30, "
                    + "or 0 for gapless joins."
            ])
        #expect(
            reading.problems.first?.playerError
                == .invalidConfiguration(
                    field: "\(file.path), line 2: crossfadeDuration", value: "99",
                    expected: ConfigurationField.crossfadeDuration.expectation))
    }

    @Test(arguments: [
        "crossfadeDuration = \"10\"", "crossfadeDuration = true", "crossfadeDuration = nan", "gaplessAlbums = 1",
        "gaplessAlbums = \"true\"", "fadeCurve = \"round\"", "fadeCurve = 1", "repeatCount = 1.5",
        "repeatCount = -1", "output = \"\"", "output = [\"auto\"]", "trimThreshold = 1979-05-27",
        "loudnessMode = { mode = \"off\" }",
    ])
    func theWrongKindIsNamed(line: String) throws {
        let reading = try read("fadeOutDuration = 1\n\n\(line) # here\n")
        #expect(reading.configuration.fadeOutDuration == MediaTime(seconds: 1))
        let problem = try #require(reading.problems.first)
        #expect(reading.problems.count == 1)
        #expect(problem.line == 3)
        #expect(problem.key == line.prefix { $0 != " " }.description)
        guard case .invalidValue(_, let expected) = problem.kind else {
            Issue.record("\(problem)")
            return
        }
        let expectation = try #require(problem.key.flatMap(ConfigurationField.init(rawValue:))?.expectation)
        #expect(expected.hasPrefix(expectation))
    }

    @Test func unknownKeysAndTablesAreNamed() throws {
        let reading = try read("crossfade = 3\nfadeInDuration = 1\n\n[playback]\nfadeOutDuration = 2\n")
        #expect(reading.problems.map(\.line) == [1, 4])
        #expect(reading.problems.map(\.key) == ["crossfade", "playback"])
        #expect(reading.problems.map(\.kind) == [.unknownKey, .unknownKey])
        #expect(reading.configuration.fadeInDuration == MediaTime(seconds: 1))
        #expect(reading.configuration.fadeOutDuration == Configuration().fadeOutDuration)
    }

    @Test func brokenLinesAreNamedAndTheRestApplies() throws {
        let reading = try read("fadeInDuration = 1\nfadeCurve = \nfadeOutDuration = 2\n= 5\nfadeInDuration = 3\n")
        #expect(reading.configuration.fadeInDuration == MediaTime(seconds: 1))
        #expect(reading.configuration.fadeOutDuration == MediaTime(seconds: 2))
        #expect(
            reading.problems.map(\.kind) == [
                .invalidValue(value: "", expected: "\(ConfigurationField.fadeCurve.expectation)"),
                .syntax(reason: "not understood: expected name = value"),
                .syntax(reason: "fadeInDuration already has a value in line 1"),
            ])
        #expect(reading.problems.map(\.line) == [2, 4, 5])
    }

    @Test(arguments: [
        "[", "[#", "[=]", "[,]", "[.a]", "[é]", "[{", "[[!]]", "[[[a]]]", "[ \t\r", "[\rb]", "[[", "a = [}", "a = [",
        "x",
    ]) func aHalfTypedLineCostsNoOther(line: String) throws {
        let reading = try read("fadeInDuration = 1\n\(line)\nfadeOutDuration = 2\n")
        #expect(reading.configuration.fadeInDuration == MediaTime(seconds: 1))
        #expect(reading.configuration.fadeOutDuration == MediaTime(seconds: 2))
        #expect(reading.problems.map(\.line) == [2])
    }

    @Test func textThatIsNoText() throws {
        for (line, bytes) in [(1, [0xFF, 0xFE, 0x00]), (2, Array("fadeInDuration = 1\n# ".utf8) + [0xE9])] {
            try Data(bytes as [UInt8]).write(to: URL(fileURLWithPath: file.path))
            let reading = try #require(file.read())
            #expect(reading.configuration == Configuration())
            #expect(
                reading.problems == [
                    ConfigurationProblem(path: file.path, line: line, kind: .syntax(reason: "the text is not UTF-8"))
                ])
            #expect(throws: ConfigurationProblem.self) { try file.set(.fadeInDuration, to: "2") }
        }
    }

    @Test func whatCannotBeReadIsNamed() throws {
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        let reading = try #require(file.read())
        #expect(reading.configuration == Configuration())
        #expect(reading.problems.map(\.kind) == [.unreadable(reason: "Is a directory")])
    }

    @Test func anEndlessFileIsRefused() throws {
        let reading = try read(String(repeating: "#", count: ConfigurationFile.sizeLimit + 1))
        #expect(reading.problems.map(\.kind) == [.unreadable(reason: "File too large")])
    }

    // MARK: - Setting

    @Test func setChangesOneValueOnly() throws {
        let text = "# mine\nfadeInDuration = 1 # short\n\n  fadeCurve='linear'\t# straight\r\n[other]\nfadeCurve = 1\n"
        try folder.write("config.toml", text: text)
        try file.set(.fadeInDuration, to: "2.50")
        try file.set(.fadeCurve, to: "sCurve")
        #expect(
            try folder.text(of: "config.toml")
                == "# mine\nfadeInDuration = 2.5 # short\n\n  fadeCurve=\"sCurve\"\t# straight\r\n"
                + "[other]\nfadeCurve = 1\n")
    }

    @Test func setAddsWhatIsMissingBeforeTheTables() throws {
        try folder.write("config.toml", text: "fadeInDuration = 1\n\n[other]\na = 1")
        try file.set(.output, to: "a \"b\" \\c\u{1}")
        #expect(
            try folder.text(of: "config.toml")
                == "fadeInDuration = 1\n\noutput = \"a \\\"b\\\" \\\\c\\u0001\"\n[other]\na = 1")
        #expect(file.read()?.configuration.output == "a \"b\" \\c\u{1}")
    }

    @Test func setKeepsALastLineWithoutAnEnd() throws {
        try folder.write("config.toml", text: "fadeInDuration = 1")
        try file.set(.gaplessAlbums, to: "false")
        #expect(try folder.text(of: "config.toml") == "fadeInDuration = 1\ngaplessAlbums = false")
    }

    @Test func setReplacesAValueOfManyLines() throws {
        try folder.write("config.toml", text: "output = \"\"\"\nfile:\\\n/x\"\"\" # there\nfadeInDuration = 1\n")
        try file.set(.output, to: "auto")
        #expect(try folder.text(of: "config.toml") == "output = \"auto\" # there\nfadeInDuration = 1\n")
    }

    @Test func setMakesFileAndFolders() throws {
        let file = ConfigurationFile(path: folder.file("a/b/config.toml"))
        try file.set(.repeatCount, to: "3")
        #expect(file.read()?.problems == [])
        #expect(file.read()?.configuration.repeatCount == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b")) == ["config.toml"])
    }

    @Test func everyFieldIsSetAndReadBack() throws {
        var wanted = Configuration()
        wanted.crossfadeDuration = MediaTime(seconds: 1.25)
        wanted.skipCrossfadeDuration = .zero
        wanted.fadeInDuration = MediaTime(seconds: 0.1)
        wanted.fadeOutDuration = MediaTime(seconds: 30)
        wanted.fadeCurve = .exponential
        wanted.gaplessAlbums = false
        wanted.enableLooping = true
        wanted.repeatCount = 10000
        wanted.previousRestartsAfter = MediaTime(seconds: 3)
        wanted.loudnessMode = .off
        wanted.preamplification = -14.5
        wanted.fallbackGain = 1e-7
        wanted.trimSilence = true
        wanted.trimThreshold = -90
        wanted.trimLimit = .zero
        wanted.loadTimeout = 45
        wanted.resumeAfterSleep = true
        wanted.resumeOnReconnect = true
        wanted.output = "file:/tmp/größe = \"1\" # 2.wav"
        var random = SeededRandom.anew()
        for field in ConfigurationField.allCases.shuffled(using: &random) {
            try file.set(field, to: field.text(in: wanted))
        }
        #expect(file.read() == ConfigurationFile.Reading(configuration: wanted, problems: []))
    }

    @Test func aRefusedValueLeavesTheFile() throws {
        try folder.write("config.toml", text: "fadeInDuration = 1\n")
        #expect(
            throws: ConfigurationProblem(
                path: file.path, key: "fadeInDuration",
                kind: .invalidValue(value: "11", expected: "a number of seconds from 0 to 10"))
        ) { try file.set(.fadeInDuration, to: "11") }
        #expect(try folder.text(of: "config.toml") == "fadeInDuration = 1\n")
    }

    @Test func brokenLinesStay() throws {
        try folder.write("config.toml", text: "fadeInDuration = 1\nfadeCurve =\n[\n")
        try file.set(.fadeInDuration, to: "2")
        #expect(try folder.text(of: "config.toml") == "fadeInDuration = 2\nfadeCurve =\n[\n")
    }

    @Test func whatCannotBeWrittenIsNamed() throws {
        // A file instead of the folder: every user is refused, root included.
        try folder.write("segue", text: "")
        let file = ConfigurationFile(path: folder.file("segue/config.toml"))
        let problem = #expect(throws: ConfigurationProblem.self) { try file.set(.fadeInDuration, to: "2") }
        #expect(problem?.description.hasPrefix("\(file.path): could not be") == true)
        #expect(problem?.description.contains("Not a directory") == true)
    }

    @Test func setKeepsLinkAndPermissions() throws {
        try folder.write("real.toml", text: "fadeInDuration = 1\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("real.toml"))
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "real.toml")
        try file.set(.fadeInDuration, to: "2")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "real.toml")
        #expect(try folder.text(of: "real.toml") == "fadeInDuration = 2\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("real.toml"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(folder.names == ["config.toml", "real.toml"])
    }
}
