public import EventLoop
public import SDBus
public import SegueCore
import SegueMPRIS

/// The properties of a player: read once, and updated by its signals.
public struct PlayerProperties: Equatable, Sendable {
    private var values: [PlayerInterface: [String: BusValue]] = [:]

    /// Creates empty properties.
    public init() {}

    /// The interfaces that a status requires.
    public static let interfaces: [PlayerInterface] = [.player, .control, .crossfade, .queue]

    /// The properties of one interface, by name.
    public subscript(interface: PlayerInterface) -> [String: BusValue] {
        get { values[interface] ?? [:] }
        set { values[interface] = newValue }
    }

    /// Applies an announced change.
    public mutating func merge(_ changed: [String: BusValue], into interface: PlayerInterface) {
        values[interface, default: [:]].merge(changed) { $1 }
    }

    // MARK: - Values

    /// The name of a state: `playing`, `crossfadePaused`.
    public var state: String { self[.control]["State"]?.asString ?? PlayerState.Kind.idle.rawValue }
    /// The state as a value; nil for a state that only a newer player has.
    public var stateKind: PlayerState.Kind? { PlayerState.Kind(rawValue: state) }
    /// The displayed state: `Ready`, `Crossfading 47%`.
    public var statusText: String { self[.control]["StatusText"]?.asString ?? "Ready" }
    /// The last error, until something is heard; nil if there was none.
    public var error: String? { self[.control]["Error"]?.asString.flatMap { $0.isEmpty ? nil : $0 } }
    /// The sentence of `error`; nil if it is unknown here.
    public var errorSentence: Sentence? { self[.control]["ErrorExplanation"]?.asSentences?.first }
    /// The stream whose server has not answered yet while another track is heard.
    public var connecting: String? { self[.control]["Connecting"]?.asString.flatMap { $0.isEmpty ? nil : $0 } }
    /// The status: `Playing`, `Paused` or `Stopped`.
    public var playbackStatus: String {
        self[.player]["PlaybackStatus"]?.asString ?? Snapshot.PlaybackStatus.stopped.rawValue
    }
    /// True if audio is heard, or will be without any further command.
    public var isPlaying: Bool { playbackStatus == Snapshot.PlaybackStatus.playing.rawValue }
    /// True if `Next` has a target; false until the player has reported it.
    public var canGoNext: Bool { self[.player]["CanGoNext"]?.asBoolean == true }
    /// True if `Previous` has a target; false until the player has reported it.
    public var canGoPrevious: Bool { self[.player]["CanGoPrevious"]?.asBoolean == true }
    /// True if other positions of the track can be reached; false until the player has reported it.
    public var canSeek: Bool { self[.player]["CanSeek"]?.asBoolean == true }
    public var track: TrackSummary? { self[.player]["Metadata"]?.asProperties.flatMap(TrackSummary.init(metadata:)) }
    /// The volume, 0…1.
    public var volume: Double { self[.player]["Volume"]?.asShare ?? 0 }
    /// The position of the shown track at the time of the reading.
    public var position: MediaTime { self[.player]["Position"]?.asTime ?? .zero }
    public var repeatMode: String { self[.queue]["Repeat"]?.asString ?? "off" }
    public var isShuffled: Bool { self[.queue]["Shuffle"]?.asBoolean == true }
    /// True if shuffle is smooth; kept while shuffle is off.
    public var isSmooth: Bool { self[.queue]["SmoothShuffle"]?.asBoolean == true }
    public var shuffle: String { Self.shuffle(isOn: isShuffled, isSmooth: isSmooth) }
    /// Returns `off`, `on` or `smooth`.
    public static func shuffle(isOn: Bool, isSmooth: Bool) -> String { !isOn ? "off" : isSmooth ? "smooth" : "on" }
    public var isSingle: Bool { self[.queue]["Single"]?.asBoolean == true }
    public var consumes: Bool { self[.queue]["Consume"]?.asBoolean == true }
    public var isMuted: Bool { self[.control]["Mute"]?.asBoolean == true }
    public var stopsAfterTrack: Bool { self[.control]["StopAfterTrack"]?.asBoolean == true }
    public var queueCount: Int { self[.queue]["Count"]?.asCount ?? 0 }
    /// A number that changes with each edit of the queue.
    public var queueRevision: UInt64 { self[.queue]["Revision"]?.asUInt64 ?? 0 }
    /// The index of the current entry, from 0; nil without one.
    public var queueIndex: Int? { self[.queue]["CurrentIndex"]?.asCount }
    public var output: String { self[.control]["Output"]?.asString ?? "" }
    public var outputFallback: String? { self[.control]["OutputFallback"]?.asString.flatMap { $0.isEmpty ? nil : $0 } }
    /// The rate of the output in hertz; nil before any audio was output.
    public var outputRate: Int? { self[.control]["OutputRate"]?.asCount.flatMap { $0 > 0 ? $0 : nil } }
    /// The source of the track's loudness gain, and the gain in decibels; nil while nothing is loaded.
    public var gain: (source: String, decibels: Double)? {
        guard let source = self[.control]["GainSource"]?.asString, !source.isEmpty else { return nil }
        return (source, self[.control]["Gain"]?.asDecibels ?? 0)
    }
    /// True if the track has another rate than the output.
    public var isResampled: Bool { self[.control]["Resampled"]?.asBoolean == true }
    /// The path of the audio to the listener, at the time of the reading.
    public var sound: SoundPath { SoundPath(property: self[.control]["Sound"]) }
    /// The service that keeps the computer from suspending: `portal` or `login1`; nil if none does.
    public var suspendInhibitor: String? {
        self[.control]["SuspendInhibitor"]?.asString.flatMap { $0.isEmpty ? nil : $0 }
    }
    public var sleepRemaining: MediaTime? {
        self[.control]["SleepRemaining"]?.asTime
    }
    /// The transition at the end of the track, if `transitions` has been read; nil while none is planned.
    public var transition: PlannedTransition? { PlannedTransition(self[.transitions]) }
    public var version: String { self[.control]["Version"]?.asString ?? "" }
    public var fade: FadeStatus? { FadeStatus(crossfade: self[.crossfade]) }

    /// True if the position advances by itself.
    public var isMoving: Bool {
        // After a stop that rewinds the track, the position is already 0 while the track fades out.
        if stateKind == .fadingOut { return position > .zero }
        // The candidate of a skip is shown and silent, except while its server has not answered.
        if stateKind == .preparingCrossfade { return isPlaying && connecting != nil }
        return isPlaying && ![.preparing, .buffering, .seeking, .failed].contains(stateKind)
    }
}

/// A crossfade that is under way or paused.
public struct FadeStatus: Equatable, Sendable {
    public var isSuspended: Bool
    public var duration: MediaTime
    /// The start on CLOCK_MONOTONIC.
    public var startedAt: MediaTime
    /// The last announced progress.
    public var announcedProgress: Double
    public var outgoing: String
    public var incoming: String
    public var curve: String
    /// The rule that determined the transition, such as `ramped` or `plain` (`TransitionPlan.Tier`).
    public var tier: String
    /// The reason, as a sentence; empty if the user asked for the transition.
    public var reason: String
    /// The sentences of `reason`; none if one of them is unknown here.
    public var sentences: [Sentence]
    /// The position of the outgoing track at which the incoming one began.
    public var outgoingStart: MediaTime
    /// The position of the incoming track at which it began.
    public var incomingStart: MediaTime
    /// The gain of each track, 0…1, at even steps of the progress.
    public var outgoingGains: [Double]
    public var incomingGains: [Double]
    public var canQuickFinish: Bool
    public var resumeStrategy: String

    /// Creates a status from the properties; nil while idle.
    public init?(crossfade: [String: BusValue]) {
        guard let state = crossfade["State"]?.asString, state != CrossfadeStatus.idle.rawValue else { return nil }
        isSuspended = state == CrossfadeStatus.suspended.rawValue
        duration = crossfade["Duration"]?.asTime ?? .zero
        startedAt = crossfade["StartedAt"]?.asTime ?? .zero
        announcedProgress = crossfade["Progress"]?.asShare ?? 0
        outgoing = crossfade["OutgoingTrack"]?.asObjectPath ?? TrackPath.none
        incoming = crossfade["IncomingTrack"]?.asObjectPath ?? TrackPath.none
        curve = crossfade["Curve"]?.asString ?? ""
        tier = crossfade["Tier"]?.asString ?? ""
        reason = crossfade["Reason"]?.asString ?? ""
        sentences = crossfade["Explanation"]?.asSentences ?? []
        outgoingStart = crossfade["OutgoingStart"]?.asTime ?? .zero
        incomingStart = crossfade["IncomingStart"]?.asTime ?? .zero
        outgoingGains = crossfade["OutgoingGains"]?.asGains ?? []
        incomingGains = crossfade["IncomingGains"]?.asGains ?? []
        canQuickFinish = crossfade["CanQuickFinish"]?.asBoolean == true
        resumeStrategy = crossfade["ResumeStrategy"]?.asString ?? ""
    }

    /// Returns the progress at a time, 0…1. While the fade runs, the progress is computed from the start, without a
    /// call to the player.
    public func progress(at now: MonotonicTime) -> Double {
        guard !isSuspended, duration > .zero else { return announcedProgress }
        let elapsed = MediaTime(nanoseconds: now.nanoseconds) - startedAt
        return min(max(elapsed.seconds / duration.seconds, 0), 1)
    }
}

extension SoundPath {
    /// Creates a path from the property `Sound`; values that the property lacks are unknown.
    public init(property: BusValue?) {
        let values = property?.asProperties ?? [:]
        func time(_ name: String) -> MediaTime? { values[name]?.asTime }
        self.init(
            server: values["server"]?.asString, device: values["device"]?.asString, latency: time("latency"),
            queued: time("queued") ?? .zero, fixed: time("fixed") ?? .zero, reserve: time("reserve"))
    }
}
