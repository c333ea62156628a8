import Foundation
import Testing

/// The absence of ICU data in the release (docs/size.md). Any code that requests the data, such as Foundation's
/// formatters, would crash there.
extension EndToEnd {
    @Suite struct ICUData {
        /// Replaces the two functions with which ICU opens data: reports each call, and provides no data.
        private static let refusal = """
            #include <stdio.h>

            static void *refuse(const char *name, int *error) {
                fprintf(stderr, "ICU asked for %s.\\n", name ? name : "its data");
                *error = 4;
                return NULL;
            }

            void *swift_udata_open(const char *path, const char *type, const char *name, int *error) {
                return refuse(name, error);
            }

            void *swift_udata_openChoice(
                const char *path, const char *type, const char *name, void *is_acceptable, void *context, int *error) {
                return refuse(name, error);
            }
            """

        @Test("The player asks ICU for nothing, whatever it does")
        func asksForNothing() async throws {
            try await Session.run { session in
                let source = session.music("refusal.c")
                let library = session.music("refusal.so")
                try Self.refusal.write(to: source, atomically: true, encoding: .utf8)
                let compiled = try await session.run("clang", "-shared", "-fPIC", "-o", library.path, source.path)
                #expect(compiled.status == 0, "\(compiled)")

                /// Runs the command with those functions.
                func segue(_ arguments: [String], environment: [String: String] = [:]) async throws -> Finished {
                    let program = try session.start(
                        BuiltProducts.segue.path, arguments,
                        environment: environment.merging(["LD_PRELOAD": library.path]) { $1 })
                    let result = try await program.finish()
                    #expect(!"\(result)".contains("ICU asked"), "\(result)")
                    return result
                }

                // Otherwise silence would prove nothing: ICU does call these functions.
                let bindings = session.music("bindings")
                _ = try await segue(
                    ["--version"],
                    environment: ["LD_BIND_NOW": "1", "LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": bindings.path])
                let report = try FileManager.default.contentsOfDirectory(atPath: session.music("").path)
                    .filter { $0.hasPrefix("bindings.") }
                    .map { try String(contentsOf: session.music($0), encoding: .utf8) }.joined()
                for function in ["swift_udata_open", "swift_udata_openChoice"] {
                    #expect(
                        report.split(separator: "\n").contains { line in
                            line.contains("lib_FoundationICU.so") && line.contains("to \(library.path) ")
                                && line.contains("`\(function)'")
                        }, "\(function)")
                }

                try session.configure(
                    "transitions = \"listen\"", "output = \"null\"", "fadeInDuration = 0", "crossfadeDuration = 1")
                try await session.makeFLAC("A.flac", title: "Ärger", seconds: 3)
                try await session.makeFLAC("B.flac", title: "ßtraße", seconds: 60)
                #expect(try await segue(["play", "A.flac", "B.flac"]).status == 0)
                try await session.playing("ßtraße")
                for arguments in [
                    ["status"], ["status", "--json"], ["queue", "list", "--json"], ["shuffle", "on"],
                    ["queue", "save", "Étude"], ["queue", "move", "2", "1"], ["seek", "1:00"], ["volume", "50"],
                    ["config"], ["config", "set", "crossfadeDuration", "2.5"], ["output", "list"], ["sleep", "1h30m"],
                    ["stats"], ["doctor"], ["--help"], ["completions", "zsh"], ["pause"],
                    ["render", "A.flac", "-o", "out.wav", "--json", "-"],
                ] {
                    let result = try await segue(arguments)
                    if arguments != ["doctor"] { #expect(result.status == 0, "\(arguments) \(result)") }
                }
                // Failures are reported without the data.
                #expect(try await segue(["config", "set", "crossfadeDuration", "99"]).status == 2)
                #expect(try await segue(["play", "missing.flac"]).status == 1)
                #expect(try await segue(["dance"]).status == 2)

                // A session that is restored, and one that cannot be.
                try await session.endPlayer()
                #expect(try await segue(["play"]).status == 0)
                try await session.playing("ßtraße")
                try await session.endPlayer()
                let state = session.folder.appendingPathComponent("home/.local/state/segue")
                for name in session.files(below: state) where name.hasPrefix("session") {
                    try Data("no database".utf8).write(to: state.appendingPathComponent(name))
                }
                #expect(try await segue(["play", "B.flac"]).status == 0)
                try await session.playing("ßtraße")
                try await session.endPlayer()
                let log = try String(contentsOf: state.appendingPathComponent("daemon.log"), encoding: .utf8)
                #expect(!log.isEmpty && !log.contains("ICU asked"), "\(log)")
            }
        }
    }
}
