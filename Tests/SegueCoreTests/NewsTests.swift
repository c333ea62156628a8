import SegueCore
import SegueTestSupport
import Testing

/// Changes of tracks: tags, streams, ratings, outputs.
@Suite struct NewsTests {
    @Test func tagsThatAreReadAheadAreShownEverywhere() {
        for progress in [nil, 0.3, 0.8] as [Double?] {
            var session = progress.map { PlayerHarness.crossfading(at: $0) } ?? PlayerHarness.playing(["a", "b", "c"])
            if progress == 0.8 { session.command(.pause) }
            guard let track = session.snapshot.track else { return }
            var metadata = TrackMetadata()
            metadata.title = "Title"
            metadata.artists = ["One", "Two"]
            session.handle(.metadataRead(track.id, metadata))
            #expect(session.snapshot.track?.displayName == "One, Two – Title")
            #expect(session.state.currentTrack?.metadata.title == "Title")
            #expect(session.snapshot.track?.metadata.duration == MediaTime(seconds: 60), "what was known stays")
        }
        var session = PlayerHarness.playing(["a"])
        session.happen(.buffering(session.sounding[0].generation, percent: 40))
        session.handle(.metadataRead(session.snapshot.track?.id ?? EntryID(rawValue: 0), nil))
        #expect(session.snapshot.track?.isMetadataRead == true)
        session.handle(.metadataRead(EntryID(rawValue: 4711), nil))
    }

    @Test func readsAheadWhatComesNext() {
        var session = PlayerHarness()
        let step = session.handle(
            .command(.edit(.replace((0..<9).map { NewEntry(uri: "file:///\($0)") }, play: false)), ticket: nil))
        let requests = step.effects.compactMap { if case .readMetadata(let list) = $0 { list } else { nil } }
        #expect(requests.last?.map(\.uri) == ["file:///0", "file:///1", "file:///2", "file:///3", "file:///4"])
    }

    @Test func aStreamTellsItsTitleAndHasNoEnd() {
        var session = PlayerHarness()
        session.command(.edit(.replace([NewEntry(uri: "http://radio/live"), NewEntry(uri: "file:///b")], play: true)))
        guard let deck = session.standby else { return }
        session.engine.happen(
            .loaded(deck.generation, LoadedTrack(metadata: TrackMetadata(), isSeekable: false, isLive: true)))
        session.handle(
            .audio(.loaded(deck.generation, LoadedTrack(metadata: TrackMetadata(), isSeekable: false, isLive: true))))
        #expect(session.state.kind == .playing)
        #expect(!session.snapshot.canSeek)
        #expect(session.standby == nil, "nothing follows a stream by itself")
        var title = TrackMetadata()
        title.title = "News"
        session.happen(.metadataChanged(deck.generation, title))
        #expect(session.snapshot.track?.displayTitle == "News")
        #expect(session.events.contains(.streamTitle("News")))
        #expect(session.command(.seek(to: MediaTime(seconds: 3), track: nil)) == .nothingToDo)
        session.command(.next)
        session.load()
        #expect(session.engine.plan?.kind == .crossfade, "a stream crossfades on a skip")
        session.happen(.metadataChanged(LoadGeneration(rawValue: 999), title))
    }

    @Test func aTrackOnTheNetworkIsOpenedShortlyBeforeItsTurn() {
        var session = PlayerHarness()
        session.command(.edit(.replace([NewEntry(uri: "file:///a"), NewEntry(uri: "http://host/b.mp3")], play: true)))
        session.load()
        #expect(session.standby == nil)
        session.wait(MediaTime(seconds: 1))
        session.elapsed = MediaTime(seconds: 31)
        session.wait(MediaTime(seconds: 30))
        #expect(session.standby?.uri == "http://host/b.mp3")
    }

    /// Returns the metadata that the load of an unread track provides, and the metadata that is read from its file.
    private func unread() -> (session: PlayerHarness, load: TrackMetadata, read: TrackMetadata) {
        var session = PlayerHarness()
        session.command(.edit(.replace([NewEntry(uri: "file:///a")], play: true)))
        var load = TrackMetadata()
        load.title = "Title"
        load.duration = MediaTime(seconds: 60)
        var read = load
        read.artURI = "file:///cover.png"
        session.engine.library["file:///a"] = load
        return (session, load, read)
    }

    private func changes(_ step: Step) -> Int {
        step.effects.count { if case .queueChanged(.metadataChanged) = $0 { true } else { false } }
    }

    @Test func whatTheLoadKnowsAndWhatIsReadAreOneCorrection() throws {
        var (session, load, read) = unread()
        let entry = try #require(session.snapshot.track)
        let generation = try #require(session.standby?.generation)
        #expect(changes(session.happen(.loaded(generation, LoadedTrack(metadata: load)))) == 0)
        #expect(session.state.kind == .playing)
        #expect(session.snapshot.track?.metadata.title == nil)
        #expect(changes(session.happen(.metadataChanged(generation, load))) == 0)
        #expect(changes(session.handle(.metadataRead(entry.id, read))) == 1)
        #expect(session.snapshot.track?.metadata == read)
        #expect(session.timers[.tagsAwaited] == nil)
        load.genres = ["Late"]
        #expect(changes(session.happen(.metadataChanged(generation, load))) == 1)
        read.genres = ["Late"]
        #expect(session.snapshot.track?.metadata == read)
    }

    @Test func aFileThatCannotBeReadHasWhatTheLoadKnows() throws {
        let unread = unread()
        var session = unread.session
        let entry = try #require(session.snapshot.track)
        session.load()
        #expect(changes(session.handle(.metadataRead(entry.id, nil))) == 1)
        #expect(session.snapshot.track?.metadata == unread.load)
    }

    @Test func whatAFileNoLongerSaysGoes() throws {
        var session = PlayerHarness()
        var old = NewEntry(uri: "file:///a")
        old.metadata.title = "Old"
        old.metadata.artURI = "file:///gone.png"
        old.metadata.lyrics = "la"
        old.metadata.userRating = 0.4
        old.metadata.useCount = 2
        old.metadata.lastUsed = "2024-01-01T00:00:00Z"
        session.command(.edit(.replace([old], play: false)))
        let entry = try #require(session.snapshot.track)
        session.handle(.metadataRead(entry.id, nil))
        #expect(session.snapshot.track?.metadata == old.metadata, "nothing is known of why")
        var new = old.metadata
        new.title = "New"
        new.artURI = nil
        new.lyrics = nil
        var read = TrackMetadata()
        read.title = "New"
        read.userRating = 0.9
        session.handle(.metadataRead(entry.id, read))
        #expect(session.snapshot.track?.metadata == new)
    }

    @Test func aSlowDiskDoesNotKeepTheTagsBack() {
        let unread = unread()
        var session = unread.session
        session.load()
        session.wait(MediaTime(seconds: 0.29))
        #expect(session.snapshot.track?.metadata.title == nil)
        session.wait(MediaTime(seconds: 0.01))
        #expect(session.snapshot.track?.metadata == unread.load)
    }

    @Test func ratings() {
        var session = PlayerHarness.playing(["a"])
        let id = session.snapshot.track?.id ?? EntryID(rawValue: 0)
        #expect(session.command(.rate(id, 0.8)) == .done)
        #expect(session.snapshot.track?.metadata.userRating == 0.8)
        #expect(session.command(.rate(id, 0.8)) == .nothingToDo)
        guard case .failed(.invalidConfiguration) = session.command(.rate(id, 1.5)) else {
            Issue.record("a rating of 1.5 was taken")
            return
        }
        #expect(session.command(.rate(id, nil)) == .done)
        #expect(session.snapshot.track?.metadata.userRating == nil)
        #expect(ratings(in: session.events) == [0.8, nil])
    }

    private func ratings(in events: [PlayerEvent]) -> [Double?] {
        events.compactMap { if case .rated(let entry) = $0 { .some(entry.metadata.userRating) } else { nil } }
    }

    @Test func whatIsRememberedOfAFileIsSoInEveryEntryThatItHas() {
        var session = PlayerHarness.playing(["a", "b", "a"])
        let entries = { (session: PlayerHarness) in session.player.queue.entries(in: 0..<3) }
        session.command(.rate(entries(session)[2].id, 0.4))
        #expect(entries(session).map(\.metadata.userRating) == [0.4, nil, 0.4])
        #expect(ratings(in: session.events) == [0.4])
        session.wait(MediaTime(seconds: 29))
        #expect(entries(session).map(\.metadata.useCount) == [nil, nil, nil])
        session.wait(MediaTime(seconds: 2))
        guard case .played(let played) = session.events.last else {
            Issue.record("\(String(describing: session.events.last))")
            return
        }
        #expect(played.metadata.useCount == 1)
        #expect(entries(session).map(\.metadata.useCount) == [nil, nil, nil], "the shown track stays as it is")
        session.begin()
        #expect(entries(session).map(\.metadata.useCount) == [1, nil, 1])
        #expect(entries(session).map(\.metadata.lastUsed) == ["2024-11-21T17:15:17Z", nil, "2024-11-21T17:15:17Z"])
        #expect(entries(session)[0] == played)
    }

    @Test func aTrackThatIsPlayedAgainCountsAgain() {
        var session = PlayerHarness.playing(["a"])
        session.wait(MediaTime(seconds: 31))
        session.command(.finish(fadeDuration: .zero))
        session.command(.play)
        session.load()
        session.wait(MediaTime(seconds: 31))
        let counts = session.events.compactMap { event in
            if case .played(let entry) = event { entry.metadata.useCount } else { nil }
        }
        #expect(counts == [1, 2])
    }

    @Test func aCountHasAnEnd() {
        var session = PlayerHarness()
        var often = NewEntry(uri: "file:///a")
        often.metadata.useCount = .max
        session.command(.edit(.replace([often], play: true)))
        session.load()
        session.wait(MediaTime(seconds: 31))
        guard case .played(let played) = session.events.last else {
            Issue.record("\(String(describing: session.events.last))")
            return
        }
        #expect(played.metadata.lastUsed != nil)
        #expect(played.metadata.useCount == .max)
    }

    @Test func previousMayGoToTheStartOfTheTrack() {
        var configuration = Configuration()
        configuration.previousRestartsAfter = MediaTime(seconds: 5)
        var session = PlayerHarness.playing(["a", "b"], configuration: configuration)
        session.play(MediaTime(seconds: 9))
        session.command(.previous)
        #expect(session.state.kind == .seeking)
        #expect(session.seeks == [.zero])
    }

    @Test func anOutputThatIsRefusedLeavesTheFormerOne() {
        var session = PlayerHarness.playing(["a"])
        #expect(session.command(.selectOutput("hw:9")) == nil)
        session.happen(.outputRefused(name: "hw:9", reason: "there is none"))
        let error = AudioPlayerError.outputError(output: "hw:9", reason: "there is none")
        #expect(session.outcomes[session.ticket] == .failed(error))
        #expect(session.snapshot.output.name == "test")
        #expect(session.snapshot.settings.output == "auto")
        #expect(session.state.kind == .playing)
        #expect(session.events.contains(.error(error)))
    }

    @Test func anOutputIsChosenOnceItHasProvedUsable() {
        var session = PlayerHarness.playing(["a"])
        session.command(.selectOutput("first"))
        let first = session.ticket
        session.command(.selectOutput("second"))
        #expect(session.outcomes[first] == .superseded)
        #expect(session.snapshot.settings.output == "auto")
        session.happen(.outputReady(name: "second", fallback: nil))
        #expect(session.outcomes[session.ticket] == .done)
        #expect(session.snapshot.chosenOutput == ChosenOutput(name: "second", configured: "auto"))
        #expect(session.snapshot.configuration.output == "auto")
        session.command(.selectOutput("auto"))
        session.happen(.outputReady(name: "PulseAudio", fallback: nil))
        #expect(session.snapshot.chosenOutput == nil, "the configured one is no choice")
    }

    @Test func anOutputThatIsConfiguredIsUsedOnceItHasProvedUsable() {
        var session = PlayerHarness.playing(["a"])
        session.command(.selectOutput("second"))
        session.happen(.outputReady(name: "second", fallback: nil))
        var configuration = session.snapshot.configuration
        configuration.fadeCurve = .linear
        #expect(session.command(.setConfiguration(configuration)) == .done, "the choice stays")
        configuration.output = "third"
        #expect(session.command(.setConfiguration(configuration)) == nil)
        #expect(session.snapshot.configuration == configuration)
        session.happen(.outputRefused(name: "third", reason: "there is none"))
        #expect(session.snapshot.chosenOutput == ChosenOutput(name: "second", configured: "third"))
        configuration.output = "second"
        #expect(session.command(.setConfiguration(configuration)) == .done, "it is used already")
        #expect(session.snapshot.chosenOutput == nil)
        configuration.output = "fourth"
        session.command(.setConfiguration(configuration))
        #expect(session.snapshot.settings.output == "second")
        session.happen(.outputReady(name: "fourth", fallback: nil))
        #expect(session.snapshot.settings.output == "fourth")
        #expect(session.snapshot.chosenOutput == nil)
    }

    @Test func loopingIsASettingToo() {
        var session = PlayerHarness.playing(["a", "b"])
        var configuration = Configuration()
        configuration.enableLooping = true
        session.command(.setConfiguration(configuration))
        #expect(session.snapshot.repeatMode == .track)
        configuration.enableLooping = false
        session.command(.setConfiguration(configuration))
        #expect(session.snapshot.repeatMode == .off)
    }

    @Test func aPauseThatReachesIntoAFadeFindsItBegun() {
        let session = PlayerHarness.playing(["a", "b"])
        guard let plan = session.engine.plan else { return }
        let positions = [
            DeckPosition(
                generation: plan.outgoing, heard: MediaTime(seconds: 49.9), stopping: MediaTime(seconds: 50.2)),
            DeckPosition(generation: plan.incoming, heard: .zero, stopping: MediaTime(seconds: 0.2)),
        ]
        var player = session.player
        _ = player.handle(.command(.pause, ticket: nil), at: Moment(now: session.now, positions: positions))
        #expect(player.state.kind == .crossfadePaused)
        #expect(session.name(player.snapshot.track) == "b")
    }

    @Test func aSeekUnderWayCanBePausedAndPlayed() throws {
        var session = PlayerHarness.playing(["a", "b"])
        let first = try #require(session.snapshot.track)
        session.command(.seek(to: MediaTime(seconds: 20), track: nil))
        session.load()
        session.command(.pause)
        #expect(session.state == .paused(track: session.state.currentTrack ?? first, position: MediaTime(seconds: 20)))
        session.wait(MediaTime(seconds: 1))
        session.command(.seek(to: MediaTime(seconds: 30), track: nil))
        session.command(.play)
        session.load()
        #expect(session.state.kind == .playing)
        #expect(session.engine.isRunning)
    }
}
