/// The keys that are pressed in each round, in this order.
enum Key: CaseIterable {
    case pause, resume
    /// To a quarter of the volume, and back.
    case quieter, louder
    case stop, play
    /// Across the middle of the track.
    case seek
    case next

    /// The key, and the change that is awaited.
    var title: String {
        switch self {
        case .pause: "pause → silent"
        case .resume: "play (resume) → sound"
        case .quieter: "volume to 25 % → done"
        case .louder: "volume to 100 % → done"
        case .stop: "stop → silent"
        case .play: "play → sound"
        case .seek: "seek → new sound"
        case .next: "next → new sound"
        }
    }

    /// The audible change. A gradual change counts as heard a few hundredths of the amplitude before its end.
    var change: Recording.Change {
        switch self {
        case .pause, .stop: .below(Recording.audible)
        case .resume, .play, .next: .above(Recording.audible, side: 0)
        case .seek: .above(Recording.audible, side: 1)
        case .quieter: .below(Track.amplitude * 0.26)
        case .louder: .above(Track.amplitude * 0.98, side: 0)
        }
    }

    /// True if audio must be heard after the key press.
    var isFollowedBySound: Bool { self != .pause && self != .stop }

    /// The shortest wait before the next key press, in seconds. The next track comes with a crossfade of one second.
    var patience: Double { self == .next ? 1.4 : 0.7 }
}

/// A player whose keys can be pressed.
protocol Player: AnyObject {
    var name: String { get }
    /// The keys that the player has.
    var keys: [Key] { get }

    /// Passes the key press on without waiting.
    /// - Throws: the error in the reply to an earlier key press.
    func press(_ key: Key) throws

    func end()
}
