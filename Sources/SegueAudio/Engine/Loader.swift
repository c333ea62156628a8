import CGStreamer
import EventLoop
import SegueCore

/// Opens decks, and watches them until they are ready or fail: files, servers, playlists, time limits.
///
/// The loader belongs to the loop's thread. It reports the outcome of each load to the score.
final class Loader {
    let loop: EventLoop
    let options: AudioEngine.Options
    let record: OpeningRecord
    let pipeline: MixingPipeline
    let mixer: Mixer
    let inbox: StreamInbox
    var loads = LoadTable()
    /// Called with events for the score.
    var tell: (Score.Event) -> Void = { _ in }
    var report: (AudioEvent) -> Void = { _ in }
    /// Called before the end of a connection is examined: errors of its source arrive by the same bus.
    var processMessages: () -> Void = {}

    init(
        loop: EventLoop, options: AudioEngine.Options, record: OpeningRecord, pipeline: MixingPipeline, mixer: Mixer,
        inbox: StreamInbox
    ) {
        self.loop = loop
        self.options = options
        self.record = record
        self.pipeline = pipeline
        self.mixer = mixer
        self.inbox = inbox
    }

    /// Returns true if the deck is the current deck of its load: the load still exists, and no other deck has replaced
    /// this one.
    func isPresent(_ deck: Deck) -> Bool { loads[deck.generation]?.deck === deck }

    // MARK: - Opening

    func load(
        _ generation: LoadGeneration, uri: String, position: MediaTime, silence: SilenceLimits?, limit: MediaTime
    ) {
        guard loads[generation] == nil else { return }
        if let objection = record.objection(to: uri) { return report(.loadFailed(generation, objection)) }
        // Another load of the same address has shown the server's abilities.
        let siblings = loads.decks.filter { $0.uri == uri }
        let sibling = siblings.first { $0.isKnownSeekable && position > Deck.leadIn }
        do {
            let deck = try Deck(
                generation: generation, uri: uri, by: sibling?.route ?? Route(uri), position: position,
                limit: limit, mixer: mixer, inbox: inbox, access: sibling == nil ? .inOrder : .atWill)
            if let sibling = siblings.first { deck.hold(fileOf: sibling) }
            loads.admit(deck)
            tell(.opened(generation))
            deck.open(for: pipeline.element, record)
            if let silence, !deck.isRemote { measure(deck, by: silence) }
        } catch {
            report(.loadFailed(generation, error))
        }
    }

    /// Searches the ends of a file for silence, in the background, while the file is being opened.
    private func measure(_ deck: Deck, by limits: SilenceLimits) {
        let scan = limits.analysis(of: deck.uri, record: record)
        loads[deck.generation]?.scan = scan
        deck.bin.performInBackground { [inbox, generation = deck.generation] in
            inbox.post(.measured(generation, scan.run().flatMap(limits.audible)))
        }
    }

    func measured(_ generation: LoadGeneration, _ audible: ClosedRange<MediaTime>?) {
        guard let load = loads[generation], load.scan != nil else { return }
        loads[generation]?.scan = nil
        loads[generation]?.audible = audible
        if load.deck.isPrerolled { prerolled(generation) }
    }

    /// Handles a first buffer that waits at the gate. It belongs to the whole file, or to the requested position after
    /// a seek.
    func prerolled(_ generation: LoadGeneration) {
        guard let load = loads[generation], case let deck = load.deck, !load.isLoaded, deck.isPrerolled else {
            return
        }
        load.doubt?.cancel()
        loads[generation]?.doubt = nil
        var track = deck.describe()
        if deck.needsParts(track) { return open(deck, .atWill) }
        if deck.needsSeek, deck.takeSeek(), track.isSeekable { return deck.seek() }
        if deck.excerpt != nil, !track.isSeekable {
            return fail(generation, with: ErrorSentences.indivisible(uri: deck.uri))
        }
        guard load.scan == nil else { return }
        track.audible = load.audible
        // One buffer of a stream is not enough: this method is called again when the stream's reserve is full.
        guard deck.isReady else { return }
        deck.note(track)
        deck.noteOpened()
        loads[generation]?.isLoaded = true
        loads[generation]?.reported = track.metadata
        // If the load was reopened after an output was lost, its readiness has been reported before. But the load may
        // have stalled, and the stall is over now.
        let stallEnd: AudioEvent? = deck.isRemote ? .buffering(generation, percent: 100) : nil
        tell(.ready(generation, news: deck.isContinuation ? stallEnd : .loaded(generation, track)))
    }

    /// Opens another deck for the same load, from its beginning; by the same route, unless another one is given.
    func open(_ former: Deck, _ access: NetworkReserve.Access, by route: Route? = nil) {
        let generation = former.generation
        loads.dismiss(generation)
        defer { former.dispose() }
        do {
            let deck = try Deck(
                inPlaceOf: former, by: route, at: former.position, access: access, isContinuation: former.isContinuation
            )
            loads.admit(deck)
            deck.open(for: pipeline.element, record)
            if deck.route.next != nil {
                limit(deck, options.addressLimit, failingWith: ErrorSentences.silent(deck.route.address))
            }
        } catch {
            tell(.givenUp(generation, .loadFailed(generation, error)))
        }
    }

    /// Reopens the load at `position`, with the same plan for what follows.
    func reopen(_ generation: LoadGeneration, at position: MediaTime) {
        guard let former = loads[generation]?.deck else { return }
        do {
            let deck = try Deck(
                inPlaceOf: former, at: position, access: former.isKnownSeekable ? .atWill : .inOrder,
                isContinuation: true)
            loads.admit(deck, keepingMetadata: true)
            loads.release(former)
            deck.open(for: pipeline.element, record)
            let limit = options.reopeningLimit
            self.limit(
                deck, limit,
                failingWith: .loadTimeout(
                    path: ErrorSentences.place(deck.uri), seconds: Int(limit.seconds.rounded(.up))))
        } catch {
            discard(generation)
            tell(.givenUp(generation, .failed(generation, error)))
        }
    }

    // MARK: - The end

    /// Removes the load. Its deck is released once the mixer no longer needs it.
    func release(_ generation: LoadGeneration) {
        if let deck = loads.dismiss(generation) { loads.release(deck) }
    }

    /// Removes the load, and releases its deck at once.
    func discard(_ generation: LoadGeneration) {
        loads.dismiss(generation)?.dispose()
    }

    /// Handles a deck whose last sample has left the mixer, so that its pad is free.
    func left(_ deck: Deck) {
        loads.hasLeft(deck)
        deck.dispose()
        if isPresent(deck) { tell(.left(deck.generation)) }
    }

    // MARK: - What a load says about itself

    /// Reports tags from a stream to the score.
    func passed(_ tags: TrackMetadata, of deck: Deck, at sample: Int64) {
        tell(.described(deck.generation, deck.complete(tags, isLive: deck.isLive), at: sample))
    }

    /// Sets the load's metadata from now on. Returns true if the metadata has changed.
    @discardableResult
    func describe(_ generation: LoadGeneration, _ metadata: TrackMetadata) -> Bool {
        guard let load = loads[generation], load.isLoaded, load.reported != metadata else { return false }
        loads[generation]?.reported = metadata
        report(.metadataChanged(generation, metadata))
        return true
    }

    func handleDuration(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let deck = deck(of: message) else { return }
        describe(deck.generation, deck.metadata(isLive: deck.isLive))
    }

    /// Returns the load that a message comes from; nil for the mixer, the output, and loads that were removed.
    func deck(of message: UnsafeMutablePointer<GstMessage>) -> Deck? {
        guard let source = segue_message_source(message) else { return nil }
        return loads.decks.first { $0.bin.contains(source) }
    }

    /// Returns artist and title of the load, for the mixers of sound servers; nil before the load is ready.
    func title(of generation: LoadGeneration) -> String? {
        guard let metadata = loads[generation]?.reported else { return nil }
        let title = [metadata.artists.first, metadata.title].compactMap(\.self).joined(separator: " – ")
        return title.isEmpty ? "Music" : title
    }

    /// Returns the length of a stream's audio that has arrived and is not mixed yet; nil for a file.
    func reserve(of generation: LoadGeneration) -> MediaTime? { loads[generation]?.deck.reserve?.held }

    /// Returns the progress of the load's current deck; nil for a load that was removed.

    func reading(_ generation: LoadGeneration, on output: (any Output)?) -> DeckReading? {
        guard let load = loads[generation] else { return nil }
        var reading = load.deck.reading
        reading.duration = load.reported?.duration
        if let output {
            let rate = mixer.isOffline ? nil : load.deck.inputRate.map(SampleRates.mixed)
            reading.tapeRate = output.rate(nearestTo: rate ?? options.rate)
        }
        return reading
    }
}
