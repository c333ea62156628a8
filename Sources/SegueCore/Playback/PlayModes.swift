/// What is switched on and off about playing, beside repeat and shuffle.
public struct PlayModes: Sendable, Hashable {
    /// Whether the player stops at the end of the track that is shown, once.
    public var stopsAfterTrack = false
    /// Whether the player stops at the end of every track.
    public var isSingle = false
    /// Whether an entry leaves the queue when the player goes on from it.
    public var consumes = false
    /// Whether nothing is heard, whatever the volume is.
    public var isMuted = false
    /// True if shuffle chooses each next track for a smooth transition (design.md, Smooth shuffle). Kept while shuffle
    /// is off.
    public var isSmooth = false

    /// Everything off.
    public init() {}

    /// The modes of a session: what is of the moment is off.
    init(saved: PlayModes) {
        isSingle = saved.isSingle
        consumes = saved.consumes
        isSmooth = saved.isSmooth
    }

    /// Whether nothing follows the track by itself.
    var endsWithTrack: Bool { stopsAfterTrack || isSingle }
}

/// One of the switches of `PlayModes`. The raw value is for log lines.
public enum PlayMode: String, Sendable, Hashable, CaseIterable {
    /// As `PlayModes.stopsAfterTrack`. While stopped, there is nothing to do.
    case stopAfterTrack = "stop after track"
    /// As `PlayModes.isSingle`.
    case single
    /// As `PlayModes.consumes`.
    case consume
    /// As `PlayModes.isMuted`.
    case mute
    /// As `PlayModes.isSmooth`.
    case smooth

    var path: WritableKeyPath<PlayModes, Bool> {
        switch self {
        case .stopAfterTrack: \.stopsAfterTrack
        case .single: \.isSingle
        case .consume: \.consumes
        case .mute: \.isMuted
        case .smooth: \.isSmooth
        }
    }
}
