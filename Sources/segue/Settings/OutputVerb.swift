import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct OutputVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "output",
        abstract: "Show, list or choose the audio output.",
        usage: "segue output [list | <name>]",
        discussion: """
            A name is one of `segue output list`, or auto, or null (silence in real time). Only config.toml and \
            `segue daemon --output` also accept file:PATH (a WAV recording of the output) and GStreamer sink \
            descriptions.
            """)

    @Argument(
        help: ArgumentHelp("list, or the name of an output.", valueName: "name"),
        completion: Completions.outputs(with: [CompletionCandidate(word: "list", explanation: "Show all outputs")]))
    var name: String?

    @Flag(help: "With list, print one JSON array of objects with name, description and current.")
    var json = false

    func validate() throws {
        guard !json || name == "list" else { throw ValidationError("--json requires `segue output list`.") }
    }

    func run() throws {
        let client = try PlayerClient.connect()
        switch name {
        case nil: try show(client)
        case "list": try list(client)
        case .some(let name): try client.call("SelectOutput", on: .control, [.string(name)])
        }
    }

    private func show(_ client: PlayerClient) throws {
        let properties = try client.properties(of: .control)
        let fallback = properties["OutputFallback"]?.asString ?? ""
        let name = printable(properties["Output"]?.asString ?? "none")
        Terminal.standardOutput.writeLine(fallback.isEmpty ? name : "\(name) (\(printable(fallback)))")
    }

    private func list(_ client: PlayerClient) throws {
        let outputs = try client.outputs()
        guard !json else {
            let objects = outputs.map { output in
                JSONValue.object([
                    ("name", .string(output.name)), ("description", .string(output.description)),
                    ("current", .boolean(output.isCurrent)),
                ])
            }
            Terminal.standardOutput.writeLine(JSONValue.array(objects).text)
            return
        }
        guard !outputs.isEmpty else {
            Terminal.standardError.writeLine("No device was found. `\(PlayerInstance.chosen.command) doctor` says why.")
            return
        }
        let width = outputs.map(\.name.columns).max() ?? 0
        for output in outputs {
            let name = printable(output.name).padded(to: width)
            Terminal.standardOutput.writeLine(
                "\(output.isCurrent ? "▶" : " ") \(name)  \(printable(output.description))")
        }
    }
}

/// A row of `ListOutputs`.
struct OutputSummary {
    var name: String
    var description: String
    var isCurrent: Bool
}

extension PlayerClient {
    func outputs() throws -> [OutputSummary] {
        (try call("ListOutputs", on: .control).first?.asArray ?? []).compactMap { output in
            guard let fields = output.asStructure, fields.count == 3, let name = fields[0].asString else { return nil }
            return OutputSummary(
                name: name, description: fields[1].asString ?? "", isCurrent: fields[2].asBoolean == true)
        }
    }
}
