/// The values of `Crossfade1.State`.
public enum CrossfadeStatus: String, Sendable {
    case idle = "Idle"
    case fading = "Fading"
    case suspended = "Suspended"
}
