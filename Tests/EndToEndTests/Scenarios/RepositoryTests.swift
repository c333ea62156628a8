import Foundation
import Glibc
import Testing

/// The repository's scripts for newcomers and packagers.
extension EndToEnd {
    @Suite struct Repository {
        @Test("The pieces that `make run` makes have the same samples each time")
        func pieces() async throws {
            try await Session.run { session in
                var sounds: [String] = []
                for folder in ["one", "two"] {
                    let made = try await session.script("pieces", session.music(folder).path)
                    #expect(made.status == 0, "\(made)")
                    // An Ogg stream has a random serial number, so the samples are compared, not the files.
                    let decoded = try await session.run(
                        "sh", "-c", "cd \(folder) && oggdec -Q -o - 2/*.ogg | cat - 1/*.flac 3/*.mp3 | sha256sum")
                    sounds.append(decoded.text)
                }
                #expect(sounds[0] == sounds[1])
            }
        }

        @Test("A build says what a person can act on, and ends as SwiftPM does")
        func build() async throws {
            try await Session.run { session in
                let path = try session.fakeSwift(
                    """
                    echo "warning: prohibited flag(s): -pthread, -pthread" >&2
                    echo "error: something is wrong" >&2
                    echo "$*"
                    exit 3
                    """)
                let result = try await session.run(
                    BuiltProducts.repository.appendingPathComponent("scripts/swift-build").path, "--product", "x",
                    environment: ["PATH": path])
                #expect(result.status == 3)
                #expect(result.output == "build --product x\n")
                #expect(result.errors == "error: something is wrong\n")
            }
        }

        @Test("Ctrl-C ends the compilers too, which have process groups of their own")
        func interruption() async throws {
            try await Session.run { session in
                // With job control, a shell gives each child a separate process group.
                let path = try session.fakeSwift(
                    """
                    set -m
                    sh -c 'trap "" INT; echo $$; while :; do sleep 1000; done' &
                    wait
                    """)
                let build = try session.start(
                    BuiltProducts.repository.appendingPathComponent("scripts/swift-build").path, [],
                    environment: ["PATH": path])
                try await build.wrote("\n")
                build.send(SIGINT)
                let result = try await build.finish()
                #expect(result.status == 130, "\(result)")
                let compiler = try #require(pid_t(result.text))
                _ = try await session.run("tail", "-f", "/dev/null", "-s", "0.01", "--pid", "\(compiler)")
            }
        }

        @Test("The Flatpak may use what Segue promises: music, sound and the network")
        func sandbox() async throws {
            try await Session.run { session in
                let printed = try await session.script("flatpak")
                #expect(printed.status == 0, "\(printed)")
                let manifest = try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any]
                let permissions = Set(manifest?["finish-args"] as? [String] ?? [])
                for wanted in ["--share=network", "--socket=pulseaudio", "--filesystem=xdg-music:ro"] {
                    #expect(permissions.contains(wanted), "\(permissions)")
                }
            }
        }

        @Test("No desktop can take the player for its file manager", arguments: ["player", "window"])
        func folders(entry: String) async throws {
            try await Session.run { session in
                let file = BuiltProducts.repository.appendingPathComponent("data/\(Session.application).desktop")
                let text =
                    entry == "player"
                    ? try String(contentsOf: file, encoding: .utf8) : try await session.script("window-entry").output
                #expect(text.contains("\nMimeType=audio/flac;"))
                #expect(!text.contains("inode/"))
            }
        }
    }
}

extension Session {
    /// Returns a PATH on which this script is `swift`.
    fileprivate func fakeSwift(_ script: String) throws -> String {
        let folder = music("toolchain")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appendingPathComponent("swift")
        try "#!/bin/bash\n\(script)\n".write(to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        return "\(folder.path):\(environment["PATH"] ?? "")"
    }

    /// Runs a script of the repository to its end.
    fileprivate func script(_ name: String, _ arguments: String...) async throws -> Finished {
        let path = BuiltProducts.repository.appendingPathComponent("scripts/\(name)").path
        return try await start(path, arguments).finish()
    }
}
