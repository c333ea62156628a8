/// The output that `--output` names (design.md, Command line).
public enum OutputSelection: Sendable, Hashable {
    /// The first working output of PulseAudio, PipeWire and ALSA, or else a clocked sink without a device.
    case automatic
    /// A clocked sink without a device.
    case null
    /// A WAV file that receives the audio.
    case file(path: String)
    /// A device as `segue output list` names it.
    case device(String)
    /// A GStreamer sink description: `alsasink device=hw:1`.
    case description(String)

    /// The prefix of a file's path.
    private static let filePrefix = "file:"

    /// Reads the text of an option. Empty text means `auto`. Text in none of the other forms is a device name.
    public init(_ text: String) {
        switch text {
        case "", "auto": self = .automatic
        case "null": self = .null
        case _ where text.hasPrefix(Self.filePrefix):
            self = .file(path: String(text.dropFirst(Self.filePrefix.count)))
        // Sink elements have such names: alsasink, pulsesink, filesink. No known server names a device like this.
        case _ where Self.namesElement(text): self = .description(text)
        default: self = .device(text)
        }
    }

    /// The text of this selection, as `--output` takes it.
    public var text: String {
        switch self {
        case .automatic: "auto"
        case .null: "null"
        case .file(let path): "\(Self.filePrefix)\(path)"
        case .device(let name): name
        case .description(let text): text
        }
    }

    /// True if a client on the bus may choose this output: it plays or is silent. A file or a description could write
    /// wherever this user may, or redirect the audio (docs/security.md).
    public var isOpenToClients: Bool {
        switch self {
        case .automatic, .null, .device: true
        case .file, .description: false
        }
    }

    private static func namesElement(_ text: String) -> Bool {
        guard let first = text.split(separator: " ").first else { return false }
        return text.contains(" ! ") || first.hasSuffix("sink") && first.allSatisfy { $0.isLetter || $0.isNumber }
    }
}
