import Foundation
import Glibc
import SegueTestSupport
import Testing

/// The unit with which a desktop starts the player, with all its restrictions.
extension EndToEnd {
    @Suite struct Unit {
        /// True if the root folder is a mount, as everywhere except in a plain chroot.
        private static var hasRootMount: Bool {
            let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
            return mounts?.split(separator: "\n").contains { $0.split(separator: " ").dropFirst(4).first == "/" }
                == true
        }

        @Test(
            "Started by its unit, under the filter of that, it plays files and streams through a sound server",
            .enabled(
                if: getuid() == 0 && hasRootMount,
                "a user manager of a test's own needs root to begin with, and namespaces, which a chroot can't have"))
        func plays() async throws {
            let server = try MediaServer()
            defer { server.close() }
            try await Session.run { session in
                try await session.install()
                try session.configure("transitions = \"listen\"", "fadeInDuration = 0", "crossfadeDuration = 1")
                let sound = try await session.startSoundServer("null")
                let first = try await session.makeFLAC("A.flac", title: "A", seconds: 3)
                let level = try session.makeLevel("b.wav", frames: 120 * 44100, left: 8192, right: 8192)
                server.serve(.file(Array(try Data(contentsOf: level)), type: "audio/x-wav", ranges: true), at: "/b.wav")

                // A desktop's call starts the player; the first track fades into the stream.
                let result = try await session.run(
                    "timeout", "50", BuiltProducts.repository.appendingPathComponent("scripts/user-manager").path,
                    session.prefix.path,
                    "bash", "-euc",
                    """
                    exec 3< <(segue status --follow)
                    busctl --user call \(Session.application) \(Session.seguePath) org.freedesktop.Application Open \
                        'asa{sv}' 2 "$1" "$2" 0
                    grep -m 1 '^Crossfading ' <&3
                    grep -m 1 '^Playing  b ' <&3
                    segue status --json | grep -o '"outputFallback":[^,]*'
                    segue queue save Kept
                    process=$(systemctl --user show --property=MainPID --value segue.service)
                    grep -E '^(NoNewPrivs|Seccomp):' "/proc/$process/status"
                    segue stop --fade 0
                    systemctl --user enable segue.service
                    systemctl --user stop segue.service
                    systemctl --user show --property=Result segue.service
                    """, "unit", first.absoluteString, server.url("/b.wav"),
                    environment: [
                        "PATH": session.prefix.appendingPathComponent("bin").path + ":"
                            + (session.environment["PATH"] ?? "")
                    ])
                #expect(result.status == 0, "\(result)")
                for line in [
                    "Crossfading ", "Playing  b ", "\"outputFallback\":null", "NoNewPrivs:\t1", "Seccomp:\t2",
                    "Result=success",
                ] {
                    #expect(result.output.contains(line), "\(line) in \(result)")
                }
                let home = session.folder.appendingPathComponent("home")
                let written = session.files(below: home)
                #expect(written.contains(".local/share/segue/playlists/Kept.xspf"), "\(written)")
                #expect(written.contains { $0.hasPrefix(".local/state/segue/") }, "\(written)")
                let wanted = home.appendingPathComponent(
                    ".config/systemd/user/graphical-session.target.wants/segue.service")
                #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: wanted.path)) != nil)

                sound.send(SIGTERM)
                _ = try await sound.finish()
            }
        }
    }
}
