import SegueClient
import SegueCore
import SegueWindowModel

/// The player's activity in words; empty while it plays or is idle. An error that concerns something else than what is
/// heard has had its toast.
enum StateText {
    static func text(_ model: WindowModel) -> String {
        let properties = model.properties
        let isHeard = [.playing, .preparingCrossfade, .crossfading].contains(properties.stateKind)
        if let error = properties.error, !isHeard { return properties.errorSentence.map(translated) ?? error }
        if properties.connecting != nil { return translated("Connecting to a stream…") }
        switch properties.stateKind {
        case .preparing, .preparingCrossfade: return translated("Loading…")
        case .idle, .playing, .crossfading, .paused, .crossfadePaused: return ""
        case .fadingOut: return translated("Fading out…")
        case .buffering: return translated("Buffering…")
        case .seeking: return translated("Seeking…")
        case .finished: return model.hasPlayedQueue ? translated("The queue has been played.") : ""
        case .failed, nil: return properties.statusText
        }
    }
}
