import ArgumentParser
import SDBus
import SegueClient

struct ShuffleVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shuffle", abstract: "Show or set whether the queue is shuffled.",
        discussion: """
            `smooth` picks each next track from the next 12 for a smooth transition: a matching tempo, an even level, \
            another artist and album. `toggle` switches between off and the mode that was on last.
            """)

    @Argument(help: "off, on, smooth or toggle.")
    var value: Value?

    enum Value: String, ExpressibleByArgument, CaseIterable {
        case off
        case on
        case smooth
        case toggle
    }

    func run() throws {
        let client = try PlayerClient.connect()
        var isOn = try client.property("Shuffle", of: .queue).asBoolean == true
        var isSmooth = try client.property("SmoothShuffle", of: .queue).asBoolean == true
        switch value {
        case nil: break
        case .toggle: isOn.toggle()
        case .off: isOn = false
        case .on, .smooth:
            (isOn, isSmooth) = (true, value == .smooth)
            try client.set("SmoothShuffle", of: .queue, to: .boolean(isSmooth))
        }
        if value != nil { try client.set("Shuffle", of: .queue, to: .boolean(isOn)) }
        guard value == nil || value == .toggle else { return }
        Terminal.standardOutput.writeLine(PlayerProperties.shuffle(isOn: isOn, isSmooth: isSmooth))
    }
}

struct SingleVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "single", abstract: "Show or set whether the player stops at the end of every track.",
        discussion: "The next track is then the current one: `segue resume` plays it.")

    @OptionGroup var value: SwitchArgument

    func run() throws { try value.apply(to: "Single", of: .queue) }
}

struct ConsumeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consume", abstract: "Show or set whether tracks leave the queue after they have played.",
        discussion: "A track leaves when the player moves on from it, and stays when the player goes back.")

    @OptionGroup var value: SwitchArgument

    func run() throws { try value.apply(to: "Consume", of: .queue) }
}

struct MuteVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Show or set whether the audio is muted; the volume does not change.")

    @OptionGroup var value: SwitchArgument

    func run() throws { try value.apply(to: "Mute", of: .control) }
}

struct RepeatVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repeat", abstract: "Show or set what is repeated.",
        discussion: "`toggle` goes from off to queue, to track, and back to off, and prints the new mode.")

    @Argument(help: "off, track, queue or toggle.")
    var value: Mode?

    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case off
        case track
        case queue
        case toggle
    }

    func run() throws {
        let client = try PlayerClient.connect()
        let current = try client.property("Repeat", of: .queue).asString ?? Mode.off.rawValue
        switch value {
        case nil: Terminal.standardOutput.writeLine(current)
        case .toggle:
            let next: Mode =
                switch Mode(rawValue: current) {
                case .queue: .track
                case .track: .off
                case .off, .toggle, nil: .queue
                }
            try client.set("Repeat", of: .queue, to: .string(next.rawValue))
            Terminal.standardOutput.writeLine(next.rawValue)
        case .off, .track, .queue: try client.set("Repeat", of: .queue, to: .string(value?.rawValue ?? current))
        }
    }
}

/// The argument of a verb that switches a mode.
struct SwitchArgument: ParsableArguments {
    @Argument(help: "on, off or toggle.")
    var value: Value?

    enum Value: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
        case toggle
    }

    /// Sets the property, or prints it if there is no argument. Also prints the result of a toggle.
    func apply(to property: String, of interface: PlayerInterface) throws {
        let client = try PlayerClient.connect()
        let isOn = try client.property(property, of: interface).asBoolean == true
        let wanted =
            switch value {
            case .on: true
            case .off: false
            case .toggle: !isOn
            case nil: isOn
            }
        if value != nil { try client.set(property, of: interface, to: .boolean(wanted)) }
        guard value == nil || value == .toggle else { return }
        Terminal.standardOutput.writeLine(wanted ? "on" : "off")
    }
}
