/// The modes of playback, beside repeat and shuffle.
public struct PlayModes: Sendable, Hashable {
    /// True if the player stops at the end of the shown track, once.
    public var stopsAfterTrack = false
    /// True if the player stops at the end of every track.
    public var isSingle = false
    /// True if an entry leaves the queue when the player moves on from it.
    public var consumes = false
    /// True if the output is silent, at any volume.
    public var isMuted = false
    /// True if shuffle chooses each next track for a smooth transition (design.md, Smooth shuffle). Kept while shuffle
    /// is off.
    public var isSmooth = false

    /// Creates modes that are all off.
    public init() {}

    /// Creates the modes of a session. Modes that are not saved are off.
    init(saved: PlayModes) {
        isSingle = saved.isSingle
        consumes = saved.consumes
        isSmooth = saved.isSmooth
    }

    /// True if no track follows automatically.
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
