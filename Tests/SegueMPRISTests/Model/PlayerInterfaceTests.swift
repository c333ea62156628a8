import SDBus
import Testing

@testable import SegueCore
@testable import SegueMPRIS

@Suite struct PlayerInterfaceTests {
    private let model = PlayerInterface.model

    // MARK: - Methods

    @Test(arguments: [
        ("Play", Command.play), ("Pause", .pause), ("PlayPause", .toggle), ("Stop", .stopAndRewind), ("Next", .next),
        ("Previous", .previous),
    ])
    func keysBecomeCommandsInEveryStatus(method: String, command: Command) throws {
        for snapshot in [Snapshot.playing(), .paused, .stopped, .fading(0.3)] {
            #expect(try model.action(method, in: snapshot) == .command(command))
        }
    }

    @Test(arguments: ["Play", "Pause", "Next", "Previous"])
    func withAnEmptyQueueKeysDoNothingAndDoNotFail(method: String) throws {
        #expect(try model.action(method, in: .empty) == .nothing)
    }

    @Test func playPauseFailsWhereNothingCanPlay() {
        #expect(errorName { _ = try model.action("PlayPause", in: .empty) } == BusError.Name.notSupported.rawValue)
    }

    @Test func nextAndPreviousFollowTheirFlags() throws {
        let last = Snapshot.playing { $0.canGoNext = false }
        #expect(try model.action("Next", in: last) == .nothing)
        #expect(try model.action("Previous", in: last) == .command(.previous))
        let first = Snapshot.playing { $0.canGoPrevious = false }
        #expect(try model.action("Previous", in: first) == .nothing)
    }

    @Test(arguments: [0, 1, -10_000_000, 45_000_000, Int64.max, .min])
    func seekTakesEveryOffset(offset: Int64) throws {
        let command = Command.seekBy(MediaTime(microseconds: offset))
        #expect(try model.action("Seek", [.int64(offset)], in: .playing()) == .command(command))
    }

    @Test func nothingIsSoughtInALiveStream() throws {
        let radio = Snapshot.playing { $0.canSeek = false }
        #expect(try model.action("Seek", [.int64(5)], in: radio) == .nothing)
        #expect(try model.action("SetPosition", [.objectPath(path(2)), .int64(5)], in: radio) == .nothing)
    }

    @Test(arguments: [0, 12_345_678, 180_000_000] as [Int64])
    func setPositionGoesToTheMicrosecond(position: Int64) throws {
        let command = Command.seek(to: MediaTime(microseconds: position), track: EntryID(rawValue: 2))
        for snapshot in [Snapshot.playing(), .paused, .stopped] {
            let action = try model.action("SetPosition", [.objectPath(path(2)), .int64(position)], in: snapshot)
            #expect(action == .command(command))
        }
    }

    @Test(
        arguments: [
            (path(2), -1), (path(2), 180_000_001), (path(2), .max), (path(2), .min), (path(3), 0), (path(1), 5),
            (TrackPath.none, 0), ("/", 0), ("/io/github/segueplayer/Segue/Track/02", 0),
        ] as [(String, Int64)])
    func setPositionIgnoresWhatIsStaleOrOutOfRange(track: String, position: Int64) throws {
        #expect(try model.action("SetPosition", [.objectPath(track), .int64(position)], in: .playing()) == .nothing)
        #expect(try model.action("SetPosition", [.objectPath(track), .int64(position)], in: .empty) == .nothing)
    }

    @Test func inAFadeTheOutgoingTrackIsStale() throws {
        let outgoing = try model.action("SetPosition", [.objectPath(path(2)), .int64(0)], in: .fading(0.5))
        #expect(outgoing == .nothing)
        let incoming = try model.action("SetPosition", [.objectPath(path(3)), .int64(0)], in: .fading(0.5))
        #expect(incoming == .command(.seek(to: .zero, track: EntryID(rawValue: 3))))
    }

    @Test func withoutALengthNoPositionIsPastTheEnd() throws {
        let unknown = Snapshot.playing { $0.track = makeEntry(2, duration: nil) }
        let action = try model.action("SetPosition", [.objectPath(path(2)), .int64(.max)], in: unknown)
        #expect(action == .command(.seek(to: .max, track: EntryID(rawValue: 2))))
    }

    @Test func openURIPlaysAtOnceBehindTheCurrentEntry() throws {
        let expected = OpenRequest(locations: ["file:///a.mp3"], destination: .insert(at: .next), play: true)
        for snapshot in [Snapshot.playing(), .paused, .stopped, .empty] {
            #expect(try model.action("OpenUri", [.string("FILE:///a.mp3")], in: snapshot) == .open(expected))
        }
        #expect(
            errorName { _ = try model.action("OpenUri", [.string("gopher://x")], in: .playing()) }
                == BusError.Name.notSupported.rawValue)
        #expect(
            errorName { _ = try model.action("OpenUri", [.string("")], in: .playing()) }
                == BusError.Name.invalidArguments.rawValue)
    }

    // MARK: - Properties

    @Test(arguments: [(RepeatMode.off, "None"), (.track, "Track"), (.queue, "Playlist")])
    func loopStatusReadsBackAsSet(mode: RepeatMode, name: String) throws {
        #expect(try model.setting("LoopStatus", to: .string(name), in: .playing()) == .setRepeat(mode))
        #expect(try model.announced("LoopStatus", in: .playing { $0.repeatMode = mode }) == .string(name))
    }

    @Test(arguments: ["Foo", "", "none", "queue"])
    func unknownLoopStatusIsRefused(name: String) {
        #expect(
            errorName { _ = try model.setting("LoopStatus", to: .string(name), in: .playing()) }
                == BusError.Name.invalidArguments.rawValue)
    }

    @Test func shuffleIsSet() throws {
        #expect(try model.setting("Shuffle", to: .boolean(true), in: .playing()) == .setShuffle(true))
        #expect(try model.setting("Shuffle", to: .boolean(false), in: .playing()) == .setShuffle(false))
    }

    @Test func theSpeedIsFixedAndZeroPauses() throws {
        #expect(try model.setting("Rate", to: .double(0), in: .playing()) == .pause)
        #expect(try model.setting("Rate", to: .double(0), in: .empty) == nil)
        for rate in [1, -1, 3, Double.nan, .infinity] {
            #expect(try model.setting("Rate", to: .double(rate), in: .playing()) == nil)
        }
        for name in ["Rate", "MinimumRate", "MaximumRate"] {
            #expect(try model.announced(name, in: .playing()) == .double(1))
        }
    }

    @Test(arguments: [-0.5, 0, 0.37, 1, 2])
    func everyFiniteVolumeReachesTheCore(volume: Double) throws {
        #expect(try model.setting("Volume", to: .double(volume), in: .playing()) == .setVolume(volume))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func aVolumeThatIsNoNumberIsRefused(volume: Double) {
        #expect(
            errorName { _ = try model.setting("Volume", to: .double(volume), in: .playing()) }
                == BusError.Name.invalidArguments.rawValue)
    }

    @Test func volumeReadsBackExactly() throws {
        #expect(try model.announced("Volume", in: .playing { $0.volume = 0.37 }) == .double(0.37))
    }

    @Test func positionIsNeverAnnounced() throws {
        #expect(try model.announced("Position", in: .playing()) == nil)
    }
}
