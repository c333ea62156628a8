public import EventLoop
import SDBus
public import SegueClient
public import SegueCore
import SegueMPRIS

/// The state of the window, derived from the messages on the bus. A pure value: the same inputs at the same moments
/// produce the same state.
public struct WindowModel: Sendable {
    /// The availability of a player.
    public enum Presence: Equatable, Sendable {
        /// The availability is not known yet.
        case unknown
        case noBus
        case starting
        case failed(String)
        /// There was a player, and it has disconnected.
        case gone
        case running(owner: String)
    }

    public internal(set) var presence = Presence.unknown
    /// The player as published on the bus.
    public internal(set) var mirror = PlayerMirror()
    public internal(set) var queue = QueueMirror()
    /// The envelopes by track, for the tracks that the strip shows.
    public internal(set) var envelopes: [String: Envelope] = [:]
    /// The track shown last while the player was playing.
    var playedTrack: String?
    /// The lyrics of the track as written in its tags.
    var lyricsTag = ""
    /// The tracks whose envelopes have been requested, so that none is requested twice. The most recently shown is
    /// last.
    var askedEnvelopes: [String] = []
    /// The number of envelopes kept. The next track changes back and forth while a queue is edited.
    static let keptEnvelopes = 8
    static let interfaces: [PlayerInterface] = [.player, .control, .crossfade, .queue, .transitions]

    public init() {}

    // MARK: - Displayed state

    public var owner: String? {
        guard case .running(let owner) = presence else { return nil }
        return owner
    }

    /// True if everything that the window shows has been read.
    public var isComplete: Bool { owner != nil && mirror.unread.isEmpty }

    /// True if the queue, too, has been read to its end.
    public var knowsQueue: Bool { isComplete && !queue.isReading }

    public var properties: PlayerProperties { mirror.properties }

    public var track: TrackSummary? { mirror.track }

    /// The transition planned for the end of the track; nil if none is planned.
    var transition: PlannedTransition?

    /// The lyrics of the shown track; empty if its tags have none.
    public internal(set) var lyrics = Lyrics(tag: "")

    /// The track that is fading out; nil outside a fade.
    public var outgoingTrack: TrackSummary? { mirror.outgoing }

    /// The entry planned to come next or, if none is planned, the entry after the current one.
    public internal(set) var next: QueueRow?

    func findNext() -> QueueRow? {
        let behind = properties.queueIndex.map { $0 + 1 }
        if let incoming = transition?.incoming, transition?.outgoing == track?.id,
            let place = queue.place(of: incoming, guess: behind ?? 0)
        {
            return queue.rows[place]
        }
        return behind.flatMap { queue.rows.indices.contains($0) ? queue.rows[$0] : nil }
    }

    /// The model without the entries of the queue, for a view that keeps it. While two models share the entries, each
    /// edit copies all of them.
    public var withoutQueue: WindowModel {
        var model = self
        model.queue = QueueMirror()
        return model
    }

    /// Returns the position in the shown track.
    public func position(at now: MonotonicTime) -> MediaTime { mirror.position(at: now) }

    /// Returns the fraction of the fade heard so far; nil outside a fade.
    public func fadeProgress(at now: MonotonicTime) -> Double? {
        properties.fade?.progress(at: now)
    }

    /// True if anything changes with time.
    public var isMoving: Bool { mirror.clock.isMoving }

    // MARK: - The strip

    /// True if an endless stream is playing, such as that of a radio station.
    public var isLive: Bool {
        guard let track, track.length == nil, properties.connecting == nil else { return false }
        return track.uri.map { !$0.hasPrefix("file:") } ?? false
    }

    /// The contents of the strip; nil unless a track of known length is current.
    public var strip: Strip? {
        guard let track else { return nil }
        if let fade = properties.fade, let outgoing = outgoingTrack {
            return fadingStrip(fade, outgoing: outgoing, incoming: track)
        }
        guard let length = track.length, length > .zero else { return nil }
        var strip = Strip(outgoing: track.id, outgoingLength: length.seconds)
        guard let plan = transition, plan.outgoing == track.id else { return strip }
        strip.incoming = plan.incoming
        strip.incomingLength = self.length(of: plan.incoming)
        strip.seam = Self.seam(plan, length: length)
        return strip
    }

    private func fadingStrip(_ fade: FadeStatus, outgoing: TrackSummary, incoming: TrackSummary) -> Strip {
        let seam = Strip.Seam(
            start: fade.outgoingStart.seconds, incomingStart: fade.incomingStart.seconds,
            duration: fade.duration.seconds, outgoingGains: fade.outgoingGains, incomingGains: fade.incomingGains,
            tier: fade.tier, reason: fade.reason, sentences: fade.sentences)
        return Strip(
            outgoing: outgoing.id, outgoingLength: max(outgoing.length?.seconds ?? 0, seam.end),
            incoming: incoming.id, incomingLength: incoming.length?.seconds ?? 0, seam: seam, isFading: true)
    }

    private static func seam(_ plan: PlannedTransition, length: MediaTime) -> Strip.Seam {
        Strip.Seam(
            start: (plan.start ?? length).seconds, incomingStart: plan.incomingStart.seconds,
            duration: plan.duration.seconds, outgoingGains: plan.outgoingGains, incomingGains: plan.incomingGains,
            tier: plan.tier, reason: [plan.reason, plan.choice].filter { !$0.isEmpty }.joined(separator: " "),
            sentences: plan.sentences, beats: plan.beats)
    }

    private func length(of id: String) -> Double {
        (mirror.track(id)?.length ?? (next?.id == id ? next?.length : nil))?.seconds ?? 0
    }

    /// Returns the position of the strip's playhead, on the axis of the outgoing track.
    public func playhead(on strip: Strip, at now: MonotonicTime) -> Double {
        guard strip.isFading, let seam = strip.seam, let progress = fadeProgress(at: now) else {
            return position(at: now).seconds
        }
        return seam.start + progress * seam.duration
    }
}

extension WindowModel {
    /// The reason why audio goes to an output other than the requested one, or to none; nil if all is well.
    public var outputTrouble: String? { properties.outputFallback }

    /// True if the whole queue has been played: its last entry has ended by itself. The state alone does not suffice:
    /// after a stop, or if a mode ended playback before the last entry, more entries follow.
    public var hasPlayedQueue: Bool {
        guard properties.stateKind == .finished, properties.statusText == PlayerState.finished.statusText,
            let index = properties.queueIndex, let track
        else { return false }
        return index + 1 == properties.queueCount && track.id == playedTrack
    }

    /// True if the player is preparing a track or position and can be cancelled.
    public var isAwaiting: Bool {
        [.preparing, .preparingCrossfade, .seeking].contains(properties.stateKind)
    }

    /// The effect of an undo of the last edit of the queue, as the player describes it; empty if there is nothing to
    /// undo.
    public var undoText: String { properties[.queue]["UndoText"]?.asString ?? "" }
    /// The effect of a redo of the edit that was undone; empty if there is nothing to redo.
    public var redoText: String { properties[.queue]["RedoText"]?.asString ?? "" }
    public var canUndo: Bool { !undoText.isEmpty }
    public var canRedo: Bool { !redoText.isEmpty }
}

extension WindowModel {
    /// Returns true if nothing has been read yet from an interface.
    public func unread(_ interface: PlayerInterface) -> Bool { mirror.unread.contains(interface) }
}
