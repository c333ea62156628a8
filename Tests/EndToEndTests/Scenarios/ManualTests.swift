import Foundation
import Testing

/// The manual page lists exactly the verbs and options of the command.
extension EndToEnd {
    @Suite struct Manual {
        /// A verb in the output of the argument parser's `--experimental-dump-help`.
        private struct Verb: Decodable {
            struct Argument: Decodable {
                struct Name: Decodable {
                    var name: String
                }

                var names: [Name]?
                var shouldDisplay: Bool
            }

            var commandName: String
            var shouldDisplay: Bool
            var subcommands: [Verb]?
            var arguments: [Argument]?

            /// The options, without those common to all verbs.
            var options: Set<String> {
                Set((arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }.map(\.name))
                    .subtracting(["help", "h", "version"])
            }

            /// Returns the verb itself, or all verbs below it, with their paths.
            func leaves(below path: [String] = []) -> [(path: [String], options: Set<String>)] {
                let verbs = (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay }
                guard verbs.isEmpty else { return verbs.flatMap { $0.leaves(below: path + [$0.commandName]) } }
                return [(path, options)]
            }
        }

        private struct Help: Decodable {
            var command: Verb
        }

        @Test("Each verb with each of its options is in the manual page, and no other")
        func verbs() async throws {
            try await Session.run { session in
                let dump = try await session.segue("--experimental-dump-help")
                let help = try JSONDecoder().decode(Help.self, from: Data(dump.output.utf8))
                let page = try String(
                    contentsOf: BuiltProducts.repository.appendingPathComponent("data/segue.1"), encoding: .utf8)
                let verbs = help.command.leaves()
                #expect(verbs.count > 20)

                // The items of the lists by verb: the text after `.It` and what follows.
                var items: [String: String] = [:]
                for item in page.components(separatedBy: "\n.It ").dropFirst() {
                    let text = item.components(separatedBy: "\n.El").first ?? item
                    let head = text.components(separatedBy: "\n").first ?? ""
                    for part in head.components(separatedBy: " , ") {
                        let words = part.components(separatedBy: " ")
                        guard
                            let path = verbs.map(\.path).filter({ Self.begins(words, with: $0) }).max(by: {
                                $0.count < $1.count
                            })
                        else { continue }
                        items[path.joined(separator: " ")] = text
                    }
                }
                #expect(Set(items.keys) == Set(verbs.map { $0.path.joined(separator: " ") }))
                for (path, options) in verbs {
                    let text = items[path.joined(separator: " ")] ?? ""
                    let named = Set(text.matches(of: /Fl (?:Fl )?([a-z][a-z-]*)/).map { String($0.output.1) })
                    #expect(named == options, "\(path.joined(separator: " "))")
                }
            }
        }

        @Test("An optional part ends before the next form of a verb")
        func brackets() throws {
            let page = try String(
                contentsOf: BuiltProducts.repository.appendingPathComponent("data/segue.1"), encoding: .utf8)
            for head in page.components(separatedBy: "\n") where head.hasPrefix(".It Cm ") {
                // `Op` opens a bracket that is only closed by the end of the line.
                let open = head.components(separatedBy: " Op ").dropFirst()
                #expect(!open.contains { $0.contains(" , Cm ") }, "\(head)")
            }
        }

        /// `Cm queue Cm list …` begins with the path `queue list`.
        private static func begins(_ words: [String], with path: [String]) -> Bool {
            words.starts(with: path.flatMap { ["Cm", $0] })
        }
    }
}
