/// What `Crossfade1.State` says.
public enum CrossfadeStatus: String, Sendable {
    case idle = "Idle"
    case fading = "Fading"
    case suspended = "Suspended"
}
