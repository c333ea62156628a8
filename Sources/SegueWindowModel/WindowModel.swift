public import EventLoop
import SDBus
public import SegueClient
public import SegueCore
import SegueMPRIS

/// All that the window knows, and how it follows from what comes over the bus. A pure value: the same inputs at the
/// same moments give the same window.
public struct WindowModel: Sendable {
    /// Whether there is a player to talk to.
    public enum Presence: Equatable, Sendable {
        /// Nothing is known yet.
        case unknown
        case noBus
        case starting
        case failed(String)
        /// There was a player, and it is gone.
        case gone
        case running(owner: String)
    }

    public internal(set) var presence = Presence.unknown
    /// The player as the bus shows it.
    public internal(set) var mirror = PlayerMirror()
    public internal(set) var queue = QueueMirror()
    /// Outlines by track; of the tracks that the strip shows.
    public internal(set) var envelopes: [String: Envelope] = [:]
    /// The track that was shown last while the player played.
    var playedTrack: String?
    /// The words of the track as its tags have them.
    var lyricsTag = ""
    /// Tracks whose outlines were asked for, so that none is asked for twice; those that were shown last at the end.
    var askedEnvelopes: [String] = []
    /// So many outlines are kept: what comes next changes to and fro while a queue is edited.
    static let keptEnvelopes = 8
    static let interfaces: [PlayerInterface] = [.player, .control, .crossfade, .queue, .transitions]

    public init() {}

    // MARK: - What is shown

    public var owner: String? {
        guard case .running(let owner) = presence else { return nil }
        return owner
    }

    /// Whether all that the window shows has been read.
    public var isComplete: Bool { owner != nil && mirror.unread.isEmpty }

    /// Whether the queue, too, has been read to its end.
    public var knowsQueue: Bool { isComplete && !queue.isReading }

    public var properties: PlayerProperties { mirror.properties }

    public var track: TrackSummary? { mirror.track }

    /// What is planned for the end of the track; nil while nothing is.
    var transition: PlannedTransition?

    /// The words of the shown track; empty where its tags have none.
    public internal(set) var lyrics = Lyrics(tag: "")

    /// The track that fades out; nil outside of a fade.
    public var outgoingTrack: TrackSummary? { mirror.outgoing }

    /// The entry that is planned to come next; while none is planned, the one behind the current one.
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

    /// The same without the entries of the queue, for a view that keeps it: as long as two have the entries, each edit
    /// copies all of them.
    public var withoutQueue: WindowModel {
        var model = self
        model.queue = QueueMirror()
        return model
    }

    /// The position of the shown track.
    public func position(at now: MonotonicTime) -> MediaTime { mirror.position(at: now) }

    /// The part of the fade that has been heard; nil outside of one.
    public func fadeProgress(at now: MonotonicTime) -> Double? {
        properties.fade?.progress(at: now)
    }

    /// Whether anything moves on by itself.
    public var isMoving: Bool { mirror.clock.isMoving }

    // MARK: - The strip

    /// True if a stream without an end plays, such as that of a radio station.
    public var isLive: Bool {
        guard let track, track.length == nil, properties.connecting == nil else { return false }
        return track.uri.map { !$0.hasPrefix("file:") } ?? false
    }

    /// What the strip shows; nil while nothing of a known length plays.
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

    /// Where the strip's playhead is: on the axis of the track that goes.
    public func playhead(on strip: Strip, at now: MonotonicTime) -> Double {
        guard strip.isFading, let seam = strip.seam, let progress = fadeProgress(at: now) else {
            return position(at: now).seconds
        }
        return seam.start + progress * seam.duration
    }
}

extension WindowModel {
    /// Why sound goes to another output than the one that was asked for, or to none; nil if all is well.
    public var outputTrouble: String? { properties.outputFallback }

    /// Whether all of the queue has been played: its last entry has ended by itself. The state alone does not tell:
    /// after a stop, and where a mode has ended the entry before the last one, there is more to come.
    public var hasPlayedQueue: Bool {
        guard properties.stateKind == .finished, properties.statusText == PlayerState.finished.statusText,
            let index = properties.queueIndex, let track
        else { return false }
        return index + 1 == properties.queueCount && track.id == playedTrack
    }

    /// Whether the player is on the way to a track or a position that is not ready, and that can be cancelled.
    public var isAwaiting: Bool {
        [.preparing, .preparingCrossfade, .seeking].contains(properties.stateKind)
    }

    /// Whether the player offers to take back the last edit of the queue.
    public var canUndo: Bool { !(properties[.queue]["UndoText"]?.asString ?? "").isEmpty }
    /// Whether the player offers to make the edit again that was taken back.
    public var canRedo: Bool { !(properties[.queue]["RedoText"]?.asString ?? "").isEmpty }
}

extension WindowModel {
    /// Whether nothing has been read yet of an interface.
    public func unread(_ interface: PlayerInterface) -> Bool { mirror.unread.contains(interface) }
}
