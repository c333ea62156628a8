public import EventLoop
import SDBus
import SegueClient
import SegueCore
import SegueMPRIS

extension WindowModel {
    /// Processes an input at a moment. The outcome is reported once.
    public mutating func receive(_ input: WindowInput, at now: MonotonicTime) -> WindowOutcome {
        var outcome = WindowOutcome()
        switch input {
        case .busLost: leave(.noBus, &outcome)
        case .busFound: if presence == .noBus { presence = .unknown }
        case .playerStarting: if owner == nil { presence = .starting }
        case .playerFailed(let reason): if owner == nil { presence = .failed(reason) }
        case .playerAppeared(let owner): appear(owner, &outcome)
        case .playerVanished: leave(.gone, &outcome)
        case .player(.changed(.playlists, _)): outcome.hasPlaylistNews = true
        case .player(let news): adopt(news, &outcome, at: now)
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
            outcome.hasEntryNews = true
            mirror.update(news)
        case .musicRead(let files): outcome.musicFiles = files
        case .musicChanged: outcome.hasMusicNews = true
        case .playlistsChanged: outcome.hasPlaylistNews = true
        case .envelope(let track, let envelope): envelopes[track] = envelope
        case .envelopeKnown(let track): askedEnvelopes.removeAll { $0 == track }
        case .event(let kind, let text):
            // An error that ends playback arrives as a property first, and is shown below the track.
            let isShown = track != nil && (properties.error.map { text.hasSuffix($0) || text.hasPrefix($0) } ?? false)
            if Self.isNotable(kind), !isShown {
                outcome.notices.append(Notice(text: text, isSkip: kind == "trackSkipped"))
            }
        }
        next = findNext()
        askForEnvelopes(&outcome)
        return outcome
    }

    // MARK: - The player

    private mutating func appear(_ owner: String, _ outcome: inout WindowOutcome) {
        leave(.running(owner: owner), &outcome)
        outcome.requests = mirror.start(following: Self.interfaces).map { .player($0) } + [.page(queue.read())]
        outcome.hasPlaylistNews = true
        outcome.hasMusicNews = true
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

    private mutating func adopt(_ news: PlayerMirror.Input, _ outcome: inout WindowOutcome, at now: MonotonicTime) {
        outcome.requests += mirror.receive(news, at: now).map { .player($0) }
        switch news {
        case .properties(let interface, _), .changed(let interface, _): readShown(of: interface)
        case .position, .seeked, .tracks: break
        }
        if properties.isPlaying, let track { playedTrack = track.id }
    }

    /// Reads the properties that are shown often but rarely change.
    private mutating func readShown(of interface: PlayerInterface) {
        switch interface {
        case .player:
            let text = properties[.player]["Metadata"]?.asProperties?["xesam:asText"]?.asString ?? ""
            guard text != lyricsTag else { return }
            lyricsTag = text
            lyrics = Lyrics(tag: text)
        case .transitions: transition = properties.transition
        default: break
        }
    }

    /// Requests the envelopes that the strip shows, and releases the least recently shown ones.
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

    /// Returns true for an event worth a notice. Events already visible in the window need none.
    private static func isNotable(_ kind: String) -> Bool {
        ["trackSkipped", "loadTimedOut", "outputLost", "sessionTrouble", "error"].contains(kind)
    }
}
