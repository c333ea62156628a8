import SegueClient
import SegueCore
import SegueWindowModel

/// The player's activity in words; empty while it plays or is idle. An error that concerns something else than what is
/// heard has had its toast.
enum StateText {
    static func text(_ model: WindowModel) -> String {
        let properties = model.properties
        if properties.connecting != nil { return translated("Connecting to a stream…") }
        let error = properties.errorSentence.map(translated) ?? properties.error ?? ""
        switch properties.stateKind {
        // What is being loaded is another track than the one with the error.
        case .preparing, .preparingCrossfade: return translated("Loading…")
        case .playing, .crossfading: return ""
        case .fadingOut where error.isEmpty: return translated("Fading out…")
        case .buffering where error.isEmpty: return translated("Buffering…")
        case .seeking where error.isEmpty: return translated("Seeking…")
        case .finished where error.isEmpty: return model.hasPlayedQueue ? translated("The queue has been played.") : ""
        case .failed where error.isEmpty, nil where error.isEmpty: return properties.statusText
        case .idle, .paused, .crossfadePaused, .fadingOut, .buffering, .seeking, .finished, .failed, nil: return error
        }
    }
}
