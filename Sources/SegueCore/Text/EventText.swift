/// The sentences of events that a person is told about (clients.md, Control1).
public enum EventText: KnownPhrases {
    case trackSkipped
    case loadTimedOut
    // Before the shorter text, which matches it too.
    case outputLostWhilePlaying
    case outputLost

    public var phrase: Phrase {
        switch self {
        case .trackSkipped: Phrase("Skipped %s: %s")
        case .loadTimedOut: Phrase("%s did not load in time.")
        case .outputLostWhilePlaying: Phrase("The output %s failed: %s. Paused at %s.")
        case .outputLost: Phrase("The output %s failed: %s.")
        }
    }
}
