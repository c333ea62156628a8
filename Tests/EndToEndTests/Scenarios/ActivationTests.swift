import Foundation
import SDBus
import Testing

/// An installed player as a desktop finds and starts it.
extension EndToEnd {
    @Suite struct Activation {
        @Test("`make install` puts everything where a desktop looks, and `make uninstall` takes it away")
        func installation() async throws {
            try await Session.run { session in
                try await session.install()
                let id = Session.application
                let expected: Set = [
                    "bin/segue", "lib/systemd/user/segue.service", "share/applications/\(id).desktop",
                    "share/bash-completion/completions/segue", "share/fish/vendor_completions.d/segue.fish",
                    "share/icons/hicolor/scalable/apps/\(id).svg",
                    "share/icons/hicolor/symbolic/apps/\(id)-symbolic.svg", "share/man/man1/segue.1",
                    "share/metainfo/\(id).metainfo.xml", "share/segue/config.toml.sample",
                    "share/zsh/site-functions/_segue", "share/dbus-1/services/\(id).Search.service",
                    "share/gnome-shell/search-providers/\(id).search-provider.ini",
                    "share/krunner/dbusplugins/\(id).Search.desktop",
                ]
                let activation = ["\(id).service", "\(Session.player).service"].map { "share/dbus-1/services/\($0)" }
                let icons = ["16x16", "22x22", "24x24", "32x32"].map { "share/icons/hicolor/\($0)/apps/\(id).svg" }
                let interfaces = ["Control1", "Crossfade1", "Library1", "Playlists1", "Queue1", "Transitions1"].map {
                    "share/dbus-1/interfaces/\(id).\($0).xml"
                }
                #expect(session.files(below: session.prefix) == expected.union(icons + activation + interfaces))

                let command = "\(session.prefix.path)/bin/segue daemon"
                for service in activation {
                    let file = try KeyFile(contentsOf: session.prefix.appendingPathComponent(service))
                    #expect(file["D-BUS Service", "Exec"] == command)
                    #expect(service.hasSuffix("/\(file["D-BUS Service", "Name"] ?? "").service"))
                }
                let unit = try KeyFile(
                    contentsOf: session.prefix.appendingPathComponent("lib/systemd/user/segue.service"))
                #expect(unit["Service", "ExecStart"] == command)
                let entry = session.prefix.appendingPathComponent("share/applications/\(id).desktop").path
                let validation = try await session.run("desktop-file-validate", entry)
                #expect(validation.status == 0 && validation.output.isEmpty, "\(validation)")

                let removed = try await session.run(
                    "make", "-s", "-C", BuiltProducts.repository.path, "uninstall", "PREFIX=\(session.prefix.path)")
                #expect(removed.status == 0, "\(removed)")
                #expect(session.files(below: session.prefix).isEmpty)
            }
        }

        @Test("A file manager's Open starts the player, which plays the files; the entry's actions reach it")
        func openAndActions() async throws {
            try await Session.run { session in
                try await session.install()
                try session.configure(
                    "transitions = \"listen\"", "fadeInDuration = 0", "skipCrossfadeDuration = 0", "output = \"null\"")
                let files = [
                    try await session.makeFLAC("A B#1.flac", title: "A", seconds: 60),
                    try await session.makeFLAC("B.flac", title: "B", seconds: 60),
                ]
                #expect(try await session.process(of: Session.player) == nil)
                try await session.callApplication("Open", .strings(files.map(\.absoluteString)))
                try await session.playing("A")
                #expect(try await session.titles() == ["A", "B"])

                let entry = try KeyFile(
                    contentsOf: session.prefix.appendingPathComponent(
                        "share/applications/\(Session.application).desktop"))
                #expect(entry["Desktop Entry", "DBusActivatable"] == "true")
                let actions = entry.list("Desktop Entry", "Actions")
                #expect(actions == ["toggle", "next", "previous", "stop"])
                func act(_ action: String) async throws {
                    #expect(entry["Desktop Action \(action)", "Name"] != nil)
                    // Without D-Bus, a desktop runs the command of the action, which must be a verb that exists.
                    let command = entry["Desktop Action \(action)", "Exec"]?.split(separator: " ").map(String.init)
                    #expect(command?.first == "segue")
                    #expect(try await session.segue(command?.last ?? "", "--help").status == 0)
                    try await session.callApplication("ActivateAction", .string(action), .array(of: "v", []))
                }
                try await act("next")
                try await session.playing("B")
                try await act("previous")
                try await session.playing("A")
                try await act("toggle")
                #expect(try await session.status().status == "Paused")
                try await act("toggle")
                #expect(try await session.status().status == "Playing")
                let mark = await session.observer.mark()
                try await act("stop")
                try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Stopped" }

                // After another end: the session is restored before the call is replied to.
                try await session.endPlayer()
                try await session.callApplication("ActivateAction", .string("toggle"), .array(of: "v", []))
                try await session.playing("A")
                try await session.endPlayer()
                try await session.callApplication("Activate")
                try await session.playing("A")
                await #expect(throws: BusError.self) {
                    try await session.callApplication("ActivateAction", .string("dance"), .array(of: "v", []))
                }
                await #expect(throws: BusError.self) { try await session.callApplication("Open", .strings([])) }
            }
        }

        @Test("Without a window, the icon of a player with an empty queue plays the music folder")
        func icon() async throws {
            try await Session.run { session in
                try await session.install()
                try session.configure("output = \"null\"")
                let music = session.folder.appendingPathComponent("home/Music")
                try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
                let file = try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                try FileManager.default.moveItem(at: file, to: music.appendingPathComponent("A.flac"))
                try await session.callApplication("Activate")
                try await session.playing("A")
                #expect(try await session.status().queueCount == 1)
            }
        }

        @Test("In a new home, the name comes before GStreamer has looked through its plug-ins; calls wait for that")
        func firstStart() async throws {
            try await Session.run { session in
                // GStreamer waits for its scanner, which waits for the test; then GStreamer scans by itself.
                let scanner = session.music("scanner")
                try "#!/bin/sh\nread line <'\(session.music("gate").path)'\nexit 1\n".write(
                    to: scanner, atomically: true, encoding: .utf8)
                #expect(try await session.run("sh", "-c", "chmod +x scanner; mkfifo gate").status == 0)
                let mark = await session.observer.mark()
                let daemon = try session.start(
                    BuiltProducts.segue.path, ["daemon", "--output", "null"],
                    environment: [
                        "GST_REGISTRY": session.music("registry").path, "GST_PLUGIN_SCANNER_1_0": scanner.path,
                    ])
                try await session.observer.sees(Session.application, from: mark)
                async let types = session.observer.property(
                    "SupportedMimeTypes", of: Session.root, at: Session.mprisPath, destination: Session.player)
                async let volume = session.segue("volume")
                #expect(try await session.run("sh", "-c", "echo >gate").status == 0)
                #expect(try await types.asStrings?.contains("audio/flac") == true)
                #expect(try await volume.text == "100%")
                daemon.send(SIGTERM)
                #expect(try await daemon.finish().status == 0)
            }
        }

        @Test("A signal ends a player that has not begun yet, without a word")
        func endedEarly() async throws {
            try await Session.run { session in
                let scanner = session.music("scanner")
                try "#!/bin/sh\nread line <'\(session.music("gate").path)'\nexit 1\n".write(
                    to: scanner, atomically: true, encoding: .utf8)
                #expect(try await session.run("sh", "-c", "chmod +x scanner; mkfifo gate").status == 0)
                let mark = await session.observer.mark()
                let daemon = try session.start(
                    BuiltProducts.segue.path, ["daemon", "--output", "null"],
                    environment: [
                        "GST_REGISTRY": session.music("registry").path, "GST_PLUGIN_SCANNER_1_0": scanner.path,
                    ])
                try await session.observer.sees(Session.application, from: mark)
                daemon.send(SIGTERM)
                try await session.observer.signal(from: mark, "the name to go") { signal in
                    signal.member == "NameOwnerChanged" && signal.arguments[0].asString == Session.player
                        && signal.arguments[2].asString == ""
                }
                // The scanner holds the player's pipes, and ends with this process whenever it starts.
                let gate = try session.start("sh", ["-c", "exec 3<>gate; echo >&3; exec sleep 100"])
                let result = try await daemon.finish()
                #expect(result.status == 0 && !result.sentences.contains { $0.hasPrefix("segue:") }, "\(result)")
                gate.send(SIGTERM)
                _ = try await gate.finish()
            }
        }

        @Test("gapplication and gio launch it as desktops do")
        func launchers() async throws {
            try await Session.run { session in
                try await session.install()
                try session.configure("transitions = \"listen\"", "output = \"null\"")
                let file = try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                let data = [
                    "XDG_DATA_DIRS": session.prefix.appendingPathComponent("share").path + ":/usr/share",
                    "PATH": session.prefix.appendingPathComponent("bin").path + ":"
                        + (session.environment["PATH"] ?? ""),
                ]
                let id = Session.application
                let launched = try await session.run("gapplication", "launch", id, file.path, environment: data)
                #expect(launched.status == 0, "\(launched)")
                try await session.playing("A")
                let actions = try await session.run("gapplication", "list-actions", id, environment: data)
                #expect(actions.text.split(separator: "\n") == ["toggle", "next", "previous", "stop"], "\(actions)")
                let acted = try await session.run("gapplication", "action", id, "toggle", environment: data)
                #expect(acted.status == 0, "\(acted)")
                let mark = await session.observer.mark()
                if try await session.status().status != "Paused" {
                    try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Paused" }
                }
                // The menu without a file resumes what was there.
                let entry = session.prefix.appendingPathComponent("share/applications/\(id).desktop").path
                let opened = try await session.run("gio", "launch", entry, environment: data)
                #expect(opened.status == 0, "\(opened)")
                try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Playing" }
            }
        }
    }
}

extension Session {
    /// Returns the paths of all files below a folder, relative to it.
    func files(below root: URL) -> Set<String> {
        let enumerator = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
        let files = enumerator?.compactMap { $0 as? URL } ?? []
        return Set(
            files.filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
                .map { String($0.path.dropFirst(root.path.count + 1)) })
    }
}
