/// The sentences of events that are shown to the user, in addition to those of errors (clients.md, Control1).
public enum EventText: KnownPhrases {
    case trackSkipped
    case loadTimedOut
    case outputLostWhilePlaying

    public var phrase: Phrase {
        switch self {
        case .trackSkipped: Phrase("Skipped %s: %s")
        case .loadTimedOut: Phrase("%s did not load in time.")
        case .outputLostWhilePlaying: Phrase("The output %s failed: %s. Paused at %s.")
        }
    }
}
