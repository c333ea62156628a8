import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct ConfigurationVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and change the settings.",
        discussion: "A running player adopts changes immediately. Without one, the configuration file is used.",
        subcommands: [ConfigurationGetVerb.self, ConfigurationSetVerb.self],
        defaultSubcommand: ConfigurationGetVerb.self)

    /// The names of all settings.
    static let names = ConfigurationField.allCases.map(\.rawValue)
}

struct ConfigurationGetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show one setting, or all settings.",
        discussion: "With --json, an object with a number, a boolean or a text for each setting.")

    @Flag(help: "Print one JSON object.")
    var json = false

    @Argument(help: "The name of a setting.", completion: .list(ConfigurationVerb.names))
    var name: String?

    func validate() throws {
        if let name { _ = try requireField(name) }
    }

    func run() throws {
        var settings = try Self.settings().sorted { $0.key < $1.key }
        if let name { settings = settings.filter { $0.key == name } }
        if json {
            Terminal.standardOutput.writeLine(Self.json(of: settings).text)
        } else if name != nil {
            settings.forEach { Terminal.standardOutput.writeLine(printable($0.value)) }
        } else {
            settings.forEach { Terminal.standardOutput.writeLine("\($0.key) = \(printable($0.value))") }
        }
    }

    /// Returns the settings as JSON, each value with its own type.
    static func json(of settings: [(key: String, value: String)]) -> JSONValue {
        .object(
            settings.map { key, value in
                switch ConfigurationField(rawValue: key)?.setting.kind {
                case .number(let numbers)? where !numbers.hasAutomatic || value != Setting.Numbers.automatic:
                    (key, JSONValue.numeral(value))
                case .truth?: (key, JSONValue.boolean(value == "true"))
                case .number?, .choice?, .name?, nil: (key, JSONValue.string(value))
                }
            })
    }

    private static func settings() throws -> [(key: String, value: String)] {
        if let client = try? PlayerClient.connect() {
            return try client.call("GetConfiguration", on: .control).first?.asTexts ?? []
        }
        let reading = ConfigurationFile().read()
        for problem in reading?.problems ?? [] { Terminal.standardError.writeLine("segue: \(problem)") }
        let configuration = reading?.configuration ?? Configuration()
        return ConfigurationField.allCases.map { ($0.rawValue, $0.text(in: configuration)) }
    }
}

struct ConfigurationSetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change one setting, both immediately and in the configuration file.",
        usage: "segue config set <name> <value>",
        discussion: """
            A boolean is true or false, or on or off. If the file can't be written, the exit status is 1, and the \
            value applies until the running player ends.
            """)

    @Argument(help: "The name of a setting.", completion: .list(ConfigurationVerb.names))
    var name: String

    // Taken as an array, because the parser would otherwise read -3 as an option.
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("The new value.", valueName: "value"),
        completion: Completions.values)
    var values: [String]

    func validate() throws {
        let field = try requireField(name)
        guard values.behindTerminator.count == 1 else {
            throw ValidationError("`segue config set` takes one name and one value.")
        }
        var settings = Configuration()
        do {
            try settings.set(field, to: values.behindTerminator[0])
        } catch {
            throw ValidationError(error.description)
        }
    }

    func run() throws {
        let value = values.behindTerminator[0]
        if let client = try? PlayerClient.connect() {
            try client.call("SetConfiguration", on: .control, [.string(name), .string(value)])
        } else if let field = ConfigurationField(rawValue: name) {
            do {
                try ConfigurationFile().set(field, to: value)
            } catch {
                throw CommandFailure("\(error)")
            }
        }
    }
}

@discardableResult
private func requireField(_ name: String) throws -> ConfigurationField {
    guard let field = ConfigurationField(rawValue: name) else {
        throw ValidationError(
            "'\(name)' is not a setting; the settings are \(ConfigurationVerb.names.joined(separator: ", ")).")
    }
    return field
}

extension BusValue {
    /// The entries of an `a{ss}`, in order.
    var asTexts: [(key: String, value: String)]? {
        guard case .dictionary("s", "s", let entries) = unwrapped else { return nil }
        return entries.compactMap { entry in
            guard let key = entry.key.asString, let value = entry.value.asString else { return nil }
            return (key, value)
        }
    }
}
