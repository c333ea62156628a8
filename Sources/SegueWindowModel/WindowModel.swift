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
    public internal(set) var properties = PlayerProperties()
    public internal(set) var clock = PositionClock()
    public internal(set) var queue = QueueMirror()
    /// Outlines by track; of the tracks that the strip shows.
    public internal(set) var envelopes: [String: Envelope] = [:]
    /// Tracks that were asked for or shown last: of a fade, the outgoing one has left the properties.
    var tracks: [TrackSummary] = []
    /// The plan before the present one: when a fade begins, the player plans the transition after it.
    var formerTransition: PlannedTransition?
    /// Where the track before the present one was when it was left.
    var formerPosition = MediaTime.zero
    /// Tracks whose outlines were asked for, so that none is asked for twice; those that were shown last at the end.
    var askedEnvelopes: [String] = []
    /// So many outlines are kept: what comes next changes to and fro while a queue is edited.
    static let keptEnvelopes = 8
    /// The interfaces of which nothing has been read yet.
    var unread: Set<PlayerInterface> = []

    static let interfaces: [PlayerInterface] = [.player, .control, .crossfade, .queue, .transitions]

    public init() {}

    // MARK: - What is shown

    public var owner: String? {
        guard case .running(let owner) = presence else { return nil }
        return owner
    }

    /// Whether all that the window shows has been read.
    public var isComplete: Bool { owner != nil && unread.isEmpty }

    public var track: TrackSummary? { properties.track }

    /// The track that fades out; nil outside of a fade.
    public var outgoingTrack: TrackSummary? {
        guard let fade = properties.fade else { return nil }
        return track(fade.outgoing)
    }

    /// A track that is shown or has been.
    func track(_ id: String) -> TrackSummary? {
        track?.id == id ? track : tracks.first { $0.id == id }
    }

    /// The entry that is planned to come next; while none is planned, the one behind the current one.
    public var next: QueueRow? {
        if let incoming = properties.transition?.incoming, properties.transition?.outgoing == track?.id,
            let place = queue.place(of: incoming)
        {
            return queue.rows[place]
        }
        guard let index = properties.queueIndex, queue.rows.indices.contains(Int(index) + 1) else { return nil }
        return queue.rows[Int(index) + 1]
    }

    /// The position of the shown track.
    public func position(at now: MonotonicTime) -> MediaTime {
        clock.position(at: now, length: track?.length)
    }

    /// The part of the fade that has been heard; nil outside of one.
    public func fadeProgress(at now: MonotonicTime) -> Double? {
        properties.fade?.progress(at: now)
    }

    /// Whether anything moves on by itself.
    public var isMoving: Bool { clock.isMoving }

    // MARK: - The strip

    /// What the strip shows; nil while nothing of a known length plays.
    public var strip: Strip? {
        guard let track else { return nil }
        if let fade = properties.fade, let outgoing = self.track(fade.outgoing) {
            return fadingStrip(fade, outgoing: outgoing, incoming: track)
        }
        guard let length = track.length, length > .zero else { return nil }
        var strip = Strip(outgoing: track.id, outgoingLength: length.seconds)
        guard let plan = properties.transition, plan.outgoing == track.id else { return strip }
        strip.incoming = plan.incoming
        strip.incomingLength = self.length(of: plan.incoming)
        strip.seam = Self.seam(plan, length: length)
        return strip
    }

    private func fadingStrip(_ fade: FadeStatus, outgoing: TrackSummary, incoming: TrackSummary) -> Strip {
        let plan = [properties.transition, formerTransition].compactMap { $0 }.first {
            $0.outgoing == fade.outgoing && $0.incoming == fade.incoming
        }
        var seam = plan.map { Self.seam($0, length: outgoing.length ?? formerPosition) }
        // A skip comes before the transition that was planned.
        if seam.map({ abs($0.duration - fade.duration.seconds) > 0.05 }) ?? true {
            seam = Strip.Seam(
                start: formerPosition.seconds, duration: fade.duration.seconds,
                outgoingGains: Curve.equalPower.out, incomingGains: Curve.equalPower.in)
        }
        return Strip(
            outgoing: outgoing.id,
            outgoingLength: max(outgoing.length?.seconds ?? 0, seam?.end ?? 0),
            incoming: incoming.id, incomingLength: incoming.length?.seconds ?? 0, seam: seam, isFading: true)
    }

    private static func seam(_ plan: PlannedTransition, length: MediaTime) -> Strip.Seam {
        Strip.Seam(
            start: (plan.start ?? length).seconds, duration: plan.duration.seconds,
            outgoingGains: plan.outgoingGains, incomingGains: plan.incomingGains, tier: plan.tier,
            reason: plan.reason)
    }

    private func length(of id: String) -> Double {
        let length = track(id)?.length ?? queue.place(of: id).flatMap { queue.rows[$0].length }
        return length?.seconds ?? 0
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
    /// The words of the shown track; empty where its tags have none.
    public var lyrics: String {
        LyricsText.words(of: properties[.player]["Metadata"]?.asProperties?["xesam:asText"]?.asString ?? "")
    }

    /// Why sound goes to another output than the one that was asked for, or to none; nil if all is well.
    public var outputTrouble: String? { properties.outputFallback }

    /// Whether the player offers to take back the last edit of the queue.
    public var canUndo: Bool { !(properties[.queue]["UndoText"]?.asString ?? "").isEmpty }
    /// Whether the player offers to make the edit again that was taken back.
    public var canRedo: Bool { !(properties[.queue]["RedoText"]?.asString ?? "").isEmpty }
}

extension WindowModel {
    /// Whether nothing has been read yet of an interface.
    public func unread(_ interface: PlayerInterface) -> Bool { unread.contains(interface) }
}
