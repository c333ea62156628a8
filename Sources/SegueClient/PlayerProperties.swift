public import EventLoop
public import SDBus
public import SegueCore
import SegueMPRIS

/// The properties of a player: as they were read, and as its signals have changed them since.
public struct PlayerProperties: Equatable, Sendable {
    private var values: [PlayerInterface: [String: BusValue]] = [:]

    /// A player of which nothing has been read yet.
    public init() {}

    /// The interfaces that a status is made of.
    public static let interfaces: [PlayerInterface] = [.player, .control, .crossfade, .queue]

    /// The properties of one interface, by name.
    public subscript(interface: PlayerInterface) -> [String: BusValue] {
        get { values[interface] ?? [:] }
        set { values[interface] = newValue }
    }

    /// Takes over a change that was announced.
    public mutating func merge(_ changed: [String: BusValue], into interface: PlayerInterface) {
        values[interface, default: [:]].merge(changed) { $1 }
    }

    // MARK: - What they say

    /// A case of the state machine: `playing`, `crossfadePaused`.
    public var state: String { self[.control]["State"]?.asString ?? PlayerState.Kind.idle.rawValue }
    /// The same as a value; nil for a state that only a newer player has.
    public var stateKind: PlayerState.Kind? { PlayerState.Kind(rawValue: state) }
    /// The state for people: `Ready`, `Crossfading 47%`.
    public var statusText: String { self[.control]["StatusText"]?.asString ?? "Ready" }
    /// What went wrong last, until something is heard; nil if nothing did.
    public var error: String? { self[.control]["Error"]?.asString.flatMap { $0.isEmpty ? nil : $0 } }
    /// The sentence of `error`; nil where it is not known here.
    public var errorSentence: Sentence? { self[.control]["ErrorExplanation"]?.asSentences?.first }
    /// The stream whose server has not answered yet while another track is heard.
    public var connecting: String? { self[.control]["Connecting"]?.asString.flatMap { $0.isEmpty ? nil : $0 } }
    /// `Playing`, `Paused` or `Stopped`.
    public var playbackStatus: String {
        self[.player]["PlaybackStatus"]?.asString ?? Snapshot.PlaybackStatus.stopped.rawValue
    }
    /// Whether sound is heard, or will be without anybody's doing.
    public var isPlaying: Bool { playbackStatus == Snapshot.PlaybackStatus.playing.rawValue }
    /// Whether `Next` leads anywhere; false until the player has told.
    public var canGoNext: Bool { self[.player]["CanGoNext"]?.asBoolean == true }
    /// Whether `Previous` leads anywhere; false until the player has told.
    public var canGoPrevious: Bool { self[.player]["CanGoPrevious"]?.asBoolean == true }
    public var track: TrackSummary? { self[.player]["Metadata"]?.asProperties.flatMap(TrackSummary.init(metadata:)) }
    /// 0…1
    public var volume: Double { self[.player]["Volume"]?.asShare ?? 0 }
    /// The position of the shown track, when it was read.
    public var position: MediaTime { self[.player]["Position"]?.asTime ?? .zero }
    public var repeatMode: String { self[.queue]["Repeat"]?.asString ?? "off" }
    public var isShuffled: Bool { self[.queue]["Shuffle"]?.asBoolean == true }
    /// True if shuffle is smooth; kept while shuffle is off.
    public var isSmooth: Bool { self[.queue]["SmoothShuffle"]?.asBoolean == true }
    public var shuffle: String { Self.shuffle(isOn: isShuffled, isSmooth: isSmooth) }
    /// `off`, `on` or `smooth`.
    public static func shuffle(isOn: Bool, isSmooth: Bool) -> String { !isOn ? "off" : isSmooth ? "smooth" : "on" }
    public var isSingle: Bool { self[.queue]["Single"]?.asBoolean == true }
    public var consumes: Bool { self[.queue]["Consume"]?.asBoolean == true }
    public var isMuted: Bool { self[.control]["Mute"]?.asBoolean == true }
    public var stopsAfterTrack: Bool { self[.control]["StopAfterTrack"]?.asBoolean == true }
    public var queueCount: Int { self[.queue]["Count"]?.asCount ?? 0 }
    /// Another one after each edit of the queue.
    public var queueRevision: UInt64 { self[.queue]["Revision"]?.asUInt64 ?? 0 }
    /// From 0; nil without a current entry.
    public var queueIndex: Int? { self[.queue]["CurrentIndex"]?.asCount }
    public var output: String { self[.control]["Output"]?.asString ?? "" }
    public var outputFallback: String? { self[.control]["OutputFallback"]?.asString.flatMap { $0.isEmpty ? nil : $0 } }
    /// Hertz; nil before there was any sound.
    public var outputRate: Int? { self[.control]["OutputRate"]?.asCount.flatMap { $0 > 0 ? $0 : nil } }
    /// Where the loudness gain of the track comes from, and the gain in decibels; nil while nothing is loaded.
    public var gain: (source: String, decibels: Double)? {
        guard let source = self[.control]["GainSource"]?.asString, !source.isEmpty else { return nil }
        return (source, self[.control]["Gain"]?.asDecibels ?? 0)
    }
    /// The track has another rate than the output.
    public var isResampled: Bool { self[.control]["Resampled"]?.asBoolean == true }
    /// The way of the sound to the ear, when it was read.
    public var sound: SoundPath { SoundPath(property: self[.control]["Sound"]) }
    /// What keeps the computer from suspending: `portal` or `login1`; nil when nothing does.
    public var suspendInhibitor: String? {
        self[.control]["SuspendInhibitor"]?.asString.flatMap { $0.isEmpty ? nil : $0 }
    }
    public var sleepRemaining: MediaTime? {
        self[.control]["SleepRemaining"]?.asTime
    }
    /// The transition at the end of the track, where `transitions` has been read; nil while none is planned.
    public var transition: PlannedTransition? { PlannedTransition(self[.transitions]) }
    public var version: String { self[.control]["Version"]?.asString ?? "" }
    public var fade: FadeStatus? { FadeStatus(crossfade: self[.crossfade]) }

    /// Whether the position moves on by itself.
    public var isMoving: Bool {
        // After a stop that goes back to the start of the track, the position is 0 already while the track fades out.
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
    /// On CLOCK_MONOTONIC.
    public var startedAt: MediaTime
    /// The progress that was announced last.
    public var announcedProgress: Double
    public var outgoing: String
    public var incoming: String
    public var curve: String
    /// What decided: `ramped`, `plain` and others.
    public var tier: String
    /// Why, as a sentence; empty where a person asked for it.
    public var reason: String
    /// The sentences of `reason`; none where one of them is not known here.
    public var sentences: [Sentence]
    /// Where in the outgoing track the incoming one began.
    public var outgoingStart: MediaTime
    /// Where in its own track the incoming one began.
    public var incomingStart: MediaTime
    /// The gain of each track, 0…1, at even steps of the progress.
    public var outgoingGains: [Double]
    public var incomingGains: [Double]
    public var canQuickFinish: Bool
    public var resumeStrategy: String

    /// Nil while idle.
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

    /// The progress at a moment, 0…1: while the fade runs, it is computed from the start, without asking the player.
    public func progress(at now: MonotonicTime) -> Double {
        guard !isSuspended, duration > .zero else { return announcedProgress }
        let elapsed = MediaTime(nanoseconds: now.nanoseconds) - startedAt
        return min(max(elapsed.seconds / duration.seconds, 0), 1)
    }
}

extension SoundPath {
    /// From the property `Sound`; what the property lacks is not known.
    public init(property: BusValue?) {
        let values = property?.asProperties ?? [:]
        func time(_ name: String) -> MediaTime? { values[name]?.asTime }
        self.init(
            server: values["server"]?.asString, device: values["device"]?.asString, latency: time("latency"),
            queued: time("queued") ?? .zero, fixed: time("fixed") ?? .zero, reserve: time("reserve"))
    }
}
