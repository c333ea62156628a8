/// What `--output` names (design.md, Command line).
public enum OutputSelection: Sendable, Hashable {
    /// The first that works of PulseAudio, PipeWire and ALSA; failing these, a clocked sink without a device.
    case automatic
    /// A clocked sink without a device.
    case null
    /// A WAV file that gets what would be heard.
    case file(path: String)
    /// A device as `segue output list` names it.
    case device(String)
    /// A GStreamer sink description: `alsasink device=hw:1`.
    case description(String)

    /// What stands in front of the path of a file.
    private static let filePrefix = "file:"

    /// Reads what a person wrote. Empty text means `auto`, and what is none of the other forms is taken for a device
    /// name.
    public init(_ text: String) {
        switch text {
        case "", "auto": self = .automatic
        case "null": self = .null
        case _ where text.hasPrefix(Self.filePrefix):
            self = .file(path: String(text.dropFirst(Self.filePrefix.count)))
        // Sink elements are named so: alsasink, pulsesink, filesink. No device is, by any server that is known.
        case _ where Self.namesElement(text): self = .description(text)
        default: self = .device(text)
        }
    }

    /// The text that gives this selection, as a person would write it.
    public var text: String {
        switch self {
        case .automatic: "auto"
        case .null: "null"
        case .file(let path): "\(Self.filePrefix)\(path)"
        case .device(let name): name
        case .description(let text): text
        }
    }

    /// Whether a client on the bus may choose this output. It may where the output plays or is silent. A file or a
    /// description could write wherever this user may, or send the sound away (docs/security.md).
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
