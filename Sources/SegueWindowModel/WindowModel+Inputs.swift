public import EventLoop
import SDBus
import SegueClient
import SegueCore
import SegueMPRIS

extension WindowModel {
    /// Takes an input at a moment; what comes of it is told once.
    public mutating func receive(_ input: WindowInput, at now: MonotonicTime) -> WindowOutcome {
        var outcome = WindowOutcome()
        switch input {
        case .busLost: leave(.noBus, &outcome)
        case .busFound: if presence == .noBus { presence = .unknown }
        case .playerStarting: if owner == nil { presence = .starting }
        case .playerFailed(let reason): if owner == nil { presence = .failed(reason) }
        case .playerAppeared(let owner): appear(owner, &outcome)
        case .playerVanished: leave(.gone, &outcome)
        case .properties(let interface, let values):
            unread.remove(interface)
            adopt(interface, &outcome, at: now) { $0[interface] = values }
            if interface == .player { clock.set(properties.position, at: now) }
        case .changed(let interface, let values):
            adopt(interface, &outcome, at: now) { $0.merge(values, into: interface) }
            if interface != .crossfade, ["PlaybackStatus", "State", "Metadata"].contains(where: { values[$0] != nil }) {
                outcome.requests.append(.position)
            }
        case .position(let position):
            properties.merge(["Position": .int64(position.microseconds)], into: .player)
            clock.set(position, at: now)
        case .page(let page, let revision, let entries):
            adopt(queue.take(page, entries: entries, revision: revision), &outcome)
        case .pageFailed(let page): adopt(queue.fail(page), &outcome)
        case .inserted(let after, let entries):
            outcome.queueChanges += [queue.insert(entries, after: after)].compactMap { $0 }
        case .removed(let ids): outcome.queueChanges += [queue.remove(ids)].compactMap { $0 }
        case .moved(let id, let after): outcome.queueChanges += [queue.move(id, after: after)].compactMap { $0 }
        case .replaced: outcome.requests.append(.page(queue.read()))
        case .entriesChanged(let news):
            outcome.hasRowNews = !queue.update(news).isEmpty
            for track in news {
                if let index = tracks.firstIndex(where: { $0.id == track.id }) { tracks[index] = track }
            }
        case .playlistsChanged: outcome.hasPlaylistNews = true
        case .tracks(let found): for track in found { remember(track) }
        case .envelope(let track, let envelope): envelopes[track] = envelope
        case .envelopeKnown(let track): askedEnvelopes.removeAll { $0 == track }
        case .event(let kind, let text):
            if Self.isNotable(kind) { outcome.notices.append(Notice(text: text, isSkip: kind == "trackSkipped")) }
        }
        next = findNext()
        askForEnvelopes(&outcome)
        clock.setMoving(properties.isMoving && owner != nil, at: now)
        return outcome
    }

    // MARK: - The player

    private mutating func appear(_ owner: String, _ outcome: inout WindowOutcome) {
        leave(.running(owner: owner), &outcome)
        unread = Set(Self.interfaces)
        outcome.requests = Self.interfaces.map { .properties($0) } + [.page(queue.read())]
        outcome.hasPlaylistNews = true
    }

    private mutating func leave(_ presence: Presence, _ outcome: inout WindowOutcome) {
        outcome.queueChanges += [queue.clear()].compactMap { $0 }
        self = WindowModel(presence: presence, queue: queue)
    }

    private init(presence: Presence, queue: QueueMirror) {
        self.init()
        self.presence = presence
        self.queue = queue
    }

    private mutating func adopt(
        _ news: (change: QueueMirror.Change?, next: QueueMirror.Page?), _ outcome: inout WindowOutcome
    ) {
        if let change = news.change { outcome.queueChanges.append(change) }
        if let page = news.next { outcome.requests.append(.page(page)) }
    }

    /// Adopts new properties, and keeps what they replace where it is still shown.
    private mutating func adopt(
        _ interface: PlayerInterface, _ outcome: inout WindowOutcome, at now: MonotonicTime,
        _ change: (inout PlayerProperties) -> Void
    ) {
        let former = track
        change(&properties)
        readShown(of: interface)
        if properties.isPlaying, let track { playedTrack = track.id }
        if let track = former, track.id != self.track?.id {
            remember(track)
            clock.set(.zero, at: now)
        }
        if let fade = properties.fade, track(fade.outgoing) == nil {
            outcome.requests.append(.tracks([fade.outgoing]))
        }
    }

    /// Reads from the properties what is shown time and again while nothing of it changes.
    private mutating func readShown(of interface: PlayerInterface) {
        switch interface {
        case .player:
            track = properties.track
            let text = properties[.player]["Metadata"]?.asProperties?["xesam:asText"]?.asString ?? ""
            guard text != lyricsTag else { return }
            lyricsTag = text
            lyrics = LyricsText.words(of: text)
        case .transitions: transition = properties.transition
        default: break
        }
    }

    private mutating func remember(_ track: TrackSummary) {
        tracks.removeAll { $0.id == track.id }
        tracks.append(track)
        if tracks.count > 4 { tracks.removeFirst() }
    }

    /// Asks for the outlines of what the strip shows, and lets go of those that it has not shown for long.
    private mutating func askForEnvelopes(_ outcome: inout WindowOutcome) {
        guard let strip else { return }
        for track in [strip.outgoing, strip.incoming].compactMap({ $0 }) {
            guard askedEnvelopes.last != track else { continue }
            if let place = askedEnvelopes.firstIndex(of: track) {
                askedEnvelopes.remove(at: place)
            } else {
                outcome.requests.append(.envelope(track: track))
            }
            askedEnvelopes.append(track)
        }
        while askedEnvelopes.count > Self.keptEnvelopes { envelopes[askedEnvelopes.removeFirst()] = nil }
    }

    /// Whether a person wants to be told. What can be seen in the window needs no words.
    private static func isNotable(_ kind: String) -> Bool {
        ["trackSkipped", "loadTimedOut", "outputLost", "sessionTrouble", "error"].contains(kind)
    }
}
