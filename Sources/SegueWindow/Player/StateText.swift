import SegueClient
import SegueCore
import SegueWindowModel

/// The player's activity in words; empty while it plays or is idle. Texts that only the player can form (the fill level
/// of a buffer) are taken from the player.
enum StateText {
    static func text(_ model: WindowModel) -> String {
        let properties = model.properties
        if let error = properties.error { return properties.errorSentence.map(translated) ?? error }
        if properties.connecting != nil { return translated("Connecting to a stream…") }
        switch properties.stateKind {
        case .preparing, .preparingCrossfade: return translated("Loading…")
        case .idle, .playing, .crossfading, .paused, .crossfadePaused: return ""
        case .fadingOut: return translated("Fading out…")
        case .buffering: return properties.statusText
        case .seeking: return translated("Seeking…")
        case .finished: return model.hasPlayedQueue ? translated("The queue has been played.") : ""
        case .failed, nil: return properties.statusText
        }
    }
}
