/// What is pressed in each round, in this order.
enum Key: CaseIterable {
    case pause, resume
    /// To a quarter, and back.
    case quieter, louder
    case stop, play
    /// Across the middle of the track.
    case seek
    case next

    /// The key, and what is waited for.
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

    /// What is heard of it, a few hundredths of the amplitude before its end where it comes gradually.
    var change: Recording.Change {
        switch self {
        case .pause, .stop: .below(Recording.audible)
        case .resume, .play, .next: .above(Recording.audible, side: 0)
        case .seek: .above(Recording.audible, side: 1)
        case .quieter: .below(Track.amplitude * 0.26)
        case .louder: .above(Track.amplitude * 0.98, side: 0)
        }
    }

    /// Whether something is to be heard after it.
    var isFollowedBySound: Bool { self != .pause && self != .stop }

    /// How long it is waited for before the next press at least, in seconds. The next track comes with a crossfade of one.
    var patience: Double { self == .next ? 1.4 : 0.7 }
}

/// A player that can be pressed the keys of.
protocol Player: AnyObject {
    var name: String { get }
    /// Those that it has.
    var keys: [Key] { get }

    /// Hands the press on and goes on at once.
    /// - Throws: what an earlier press was answered.
    func press(_ key: Key) throws

    func end()
}
