import Foundation
import Glibc
import SDBus
import Testing

/// `segue doctor` in sessions with one fault each.
extension EndToEnd {
    @Suite struct Doctor {
        @Test("Where all is well it says so, and what plays")
        func healthy() async throws {
            try await Session.run { session in
                let sound = try await session.startSoundServer("null")
                try await session.install()
                let data = ["XDG_DATA_DIRS": session.prefix.appendingPathComponent("share").path + ":/usr/share"]
                let before = try await session.examine(environment: data)
                #expect(before.status == 0)
                #expect(before.isHealthy && before.wrong.isEmpty, "\(before)")
                #expect(before["Sound"]?.text == "PulseAudio")
                #expect(before["Formats"]?.text.contains("FLAC, MP3, Ogg Vorbis, Opus, AAC") == true)
                #expect(before["Streams"]?.text == "http, https")
                #expect(before["Player"]?.text.hasPrefix("not running") == true)

                _ = try await session.startDaemon()
                let after = try await session.examine(environment: data)
                #expect(after.isHealthy, "\(after)")
                #expect(after["Player"]?.text.contains(Session.player) == true)
                #expect(after["Playing through"]?.text == "PulseAudio")
                #expect(after["Sound server"]?.text.hasPrefix("pulseaudio ") == true)
                #expect(after["Sample rate"] == nil)

                try await session.makeFLAC("A.flac", title: "A", seconds: 60, rate: 48000)
                #expect(after["Music library"] == nil)
                try session.configure(
                    "transitions = \"plain\"", "musicFolders = \"\(session.music("").path)\"")
                #expect(try await session.segue("library", "update").status == 0)
                let library = try await session.examine(environment: data)["Music library"]
                #expect(library?.text == "1 track in 1 folder", "\(library?.text ?? "")")
                #expect(try await session.segue("play", "A.flac").status == 0)
                try await session.playing("A")
                #expect(
                    try await session.examine(environment: data)["Sample rate"]?.text == "48000 Hz, the track's rate")
                let heard = try await session.examine(environment: data)["Command latency"]?.text
                #expect(
                    heard?.hasSuffix("can be replaced") == true && heard?.contains("all but") == true,
                    "\(heard ?? "")")
                #expect(try await session.segue("pause").status == 0)
                #expect(try await session.segue("resume").status == 0)
                let told = try await session.run(BuiltProducts.segue.path, "doctor", environment: data)
                #expect(told.status == 0)
                // The test's computer has no system bus, and its desktop has no portal.
                let good = ["ok  ", "--  Suspend", "--  Sleep", "--  AirPlay", "    →"]
                #expect(
                    told.text.split(separator: "\n").allSatisfy { line in good.contains { line.hasPrefix($0) } },
                    "\(told)")
                try await session.endPlayer()
                sound.send(SIGTERM)
                _ = try await sound.finish()
            }
        }

        @Test("Files: each bad line of the configuration, folders that can't be written")
        func files() async throws {
            try await Session.run { session in
                try session.configure(
                    "crossfadeDuration = 99", "fadeInDuration = 1", "loudness = 3")
                let blocker = session.music("a file")
                try "".write(to: blocker, atomically: true, encoding: .utf8)
                let state = session.folder.appendingPathComponent("home/.local/state")
                try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
                try "".write(to: state.appendingPathComponent("segue"), atomically: true, encoding: .utf8)
                let examination = try await session.examine(
                    environment: ["XDG_CACHE_HOME": blocker.appendingPathComponent("cache").path])
                #expect(examination.status == 1)
                #expect(!examination.isHealthy)
                let path = session.folder.path
                let configuration = examination.findings.filter { $0.subject == "Configuration" }
                #expect(configuration.map(\.state) == ["wrong", "wrong"])
                #expect(configuration.first?.text.contains("config.toml, line 2: crossfadeDuration = 99") == true)
                #expect(configuration.first?.remedy == "segue config set crossfadeDuration 10")
                #expect(configuration.last?.remedy == "sed -i 4d \(path)/home/.config/segue/config.toml")
                let folder = "\(path)/home/.local/state/segue"
                #expect(examination["Session"]?.text == "\(folder): Not a directory")
                #expect(examination["Session"]?.remedy == "mv \(folder) \(folder).old")
                #expect(examination["Covers"]?.state == "wrong")
                #expect(examination["Covers"]?.remedy == "set XDG_CACHE_HOME to a folder that can be written to")

                // The remedies have the promised effect.
                for remedy in examination.findings.filter({ $0.state == "wrong" }).compactMap(\.remedy)
                where ["sed ", "mv "].contains(where: remedy.hasPrefix) {
                    #expect(try await session.run("sh", "-c", remedy).status == 0)
                }
                #expect(try await session.segue("config", "set", "crossfadeDuration", "10").status == 0)
                let mended = try await session.examine()
                #expect(mended["Configuration"]?.state == "ok" && mended["Session"]?.state == "ok", "\(mended)")
            }
        }

        @Test("Plug-ins: what is missing, with the package that has it, and what GStreamer refuses to load")
        func plugins() async throws {
            try await Session.run { session in
                let bad = session.music("plugins/libgstbad.so")
                try FileManager.default.createDirectory(
                    at: bad.deletingLastPathComponent(), withIntermediateDirectories: true)
                try "no plug-in".write(to: bad, atomically: true, encoding: .utf8)
                let broken = try await session.examine(environment: [
                    "GST_REGISTRY": session.music("registry").path,
                    "GST_PLUGIN_PATH_1_0": bad.deletingLastPathComponent().path,
                    "GST_PLUGIN_FEATURE_RANK": "avdec_tta:NONE", "GIO_MODULE_DIR": "/nonexistent",
                ])
                #expect(broken.status == 1)
                #expect(broken.wrong.contains { $0.subject == "Plug-in" && $0.text.contains(bad.path) }, "\(broken)")
                #expect(
                    broken.wrong.contains {
                        $0.text == "not playable: True Audio" && $0.remedy == "sudo apt-get install gstreamer1.0-libav"
                    }, "\(broken)")
                #expect(broken["Streams"]?.remedy == "sudo apt-get install glib-networking")

                let bare = try await session.examine(environment: [
                    "GST_REGISTRY": session.music("empty registry").path, "GST_PLUGIN_SYSTEM_PATH_1_0": "/nonexistent",
                    "PATH": "/nonexistent",
                ])
                #expect(bare.status == 1)
                #expect(bare["GStreamer"]?.text.contains("nothing can be played") == true)
                #expect(bare["GStreamer"]?.remedy == "sudo apt-get install gstreamer1.0-plugins-base")
                #expect(bare["Sound"]?.text.hasPrefix("neither a sound server nor a device answers") == true)
                #expect(bare["Sound"]?.remedy == "sudo apt-get install pipewire-pulse wireplumber")
                let unplayable = bare.wrong.filter { $0.subject == "Formats" }.map(\.text).joined()
                for name in ["FLAC", "MP3", "Ogg Vorbis", "Opus", "AAC", "WMA"] { #expect(unplayable.contains(name)) }
            }
        }

        @Test(
            "Where nothing answers, the remedy starts the sound server that is installed",
            arguments: [
                ([], "sudo apt-get install pipewire-pulse wireplumber"), (["pulseaudio"], "pulseaudio --start"),
                (["pulseaudio", "pipewire-pulse"], "systemctl --user start pipewire-pulse.service"),
            ])
        func soundServers(programs: [String], remedy: String) async throws {
            try await Session.run { session in
                let folder = session.music("programs")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                for program in programs {
                    try FileManager.default.createSymbolicLink(
                        at: folder.appendingPathComponent(program), withDestinationURL: BuiltProducts.segue)
                }
                let silent = try await session.examine(environment: ["PATH": folder.path])
                #expect(silent["Sound"]?.state == "wrong", "\(silent)")
                #expect(silent["Sound"]?.remedy == remedy)
            }
        }

        @Test("The session: no sound, no bus, a name that is somebody else's, a player that hangs")
        func session() async throws {
            try await Session.run { session in
                let silent = try await session.examine()
                #expect(silent["Sound"]?.state == "wrong", "\(silent)")
                #expect(silent["Sound"]?.remedy != nil)

                let lost = try await session.examine(
                    environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
                #expect(lost["Session bus"]?.state == "wrong")
                #expect(lost["Session bus"]?.remedy == "dbus-run-session -- segue daemon")

                try await session.busDaemon("RequestName", .string(Session.player), .uint32(0))
                let taken = try await session.examine()
                try await session.busDaemon("ReleaseName", .string(Session.player))
                #expect(taken["Player"]?.state == "wrong")
                #expect(taken["Player"]?.text.contains("(process \(getpid())) has the name \(Session.player)") == true)
                #expect(taken["Player"]?.remedy == "kill \(getpid())")

                let daemon = try await session.startDaemon("--output", "null")
                daemon.send(SIGSTOP)
                let hanging = try await session.examine()
                daemon.send(SIGCONT)
                #expect(hanging["Player"]?.text == "segue (process \(daemon.identifier)) does not answer")
                #expect(hanging["Player"]?.remedy == "kill -9 \(daemon.identifier)")
            }
        }
    }
}

/// The output of `segue doctor --json`, read with Foundation's parser.
struct ExaminationDocument: CustomStringConvertible {
    struct Entry: Decodable {
        var subject: String
        var state: String
        var text: String
        var remedy: String?
    }

    private struct Document: Decodable {
        var version: String
        var healthy: Bool
        var findings: [Entry]
    }

    let status: Int32
    let isHealthy: Bool
    let findings: [Entry]

    init(_ result: Finished) throws {
        let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
        status = result.status
        isHealthy = document.healthy
        findings = document.findings
    }

    var wrong: [Entry] { findings.filter { $0.state == "wrong" } }

    /// Returns the first finding about this subject.
    subscript(subject: String) -> Entry? { findings.first { $0.subject == subject } }

    var description: String { "\(findings)" }
}

extension Session {
    /// Calls the bus itself, as the observer.
    func busDaemon(_ member: String, _ arguments: BusValue...) async throws {
        try await observer.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments: arguments)
    }

    func examine(environment: [String: String] = [:]) async throws -> ExaminationDocument {
        try ExaminationDocument(
            try await run(BuiltProducts.segue.path, "doctor", "--json", environment: environment))
    }
}
