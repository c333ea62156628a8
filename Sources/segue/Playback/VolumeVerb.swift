import ArgumentParser
import SDBus
import SegueClient

struct VolumeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Show or set the volume.",
        usage: "segue volume [<percent> | +<points> | -<points>]",
        discussion: "The volume is from 0 to 100. + and - change it by a number of points, within that range.")

    // Taken as an array, because the parser would otherwise read -5 as an option.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("50, +5 or -5.", valueName: "percent"))
    var words: [String] = []

    func validate() throws {
        guard words.behindTerminator.count <= 1 else { throw ValidationError("`segue volume` takes one value.") }
        guard let word = words.behindTerminator.first else { return }
        guard let points = points, points <= 100 else {
            throw ValidationError("'\(word)' is not a volume: write a number from 0 to 100, +5 or -5.")
        }
    }

    private var sign: Character? { words.behindTerminator.first?.first.flatMap { $0 == "+" || $0 == "-" ? $0 : nil } }

    /// The number without its sign, 0 or more.
    private var points: Double? {
        guard var text = words.behindTerminator.first?[...] else { return nil }
        if sign != nil { text.removeFirst() }
        if text.last == "%" { text.removeLast() }
        guard let first = text.first, first.isNumber, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    func run() throws {
        let client = try PlayerClient.connect()
        guard let points else {
            let volume = try client.property("Volume", of: .player).asShare ?? 0
            Terminal.standardOutput.writeLine("\(Int((volume * 100).rounded()))%")
            return
        }
        var volume = points / 100
        if let sign {
            let current = try client.property("Volume", of: .player).asShare ?? 0
            volume = min(max(sign == "+" ? current + volume : current - volume, 0), 1)
        }
        try client.set("Volume", of: .player, to: .double(volume))
    }
}
