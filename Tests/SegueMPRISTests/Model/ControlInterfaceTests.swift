import SDBus
import Testing

@testable import SegueCore
@testable import SegueMPRIS

@Suite struct ControlInterfaceTests {
    private let model = ControlInterface.model(version: "1.2.3")
    private let invalid = BusError.Name.invalidArguments.rawValue

    @Test(arguments: [("Resume", Command.play), ("Pause", .pause), ("Toggle", .toggle), ("Cancel", .cancel)])
    func theCoreAnswersEvenWhereMPRISWouldBeSilent(method: String, command: Command) throws {
        for snapshot in [Snapshot.playing(), .paused, .stopped, .empty] {
            #expect(try model.action(method, in: snapshot) == .commandAndWait(command))
        }
    }

    @Test(arguments: [("Next", Command.next), ("Previous", .previous)])
    func skipsSayWhenThereIsNothingToGoTo(method: String, expected: Command) throws {
        guard case .commandAndWait(let command, let otherwise?) = try model.action(method, in: .empty) else {
            Issue.record("\(method) would be silent")
            return
        }
        #expect(command == expected)
        #expect(!otherwise.isEmpty)
    }

    @Test(arguments: [0, 90_500_000, 180_000_000] as [Int64])
    func seekToStaysWithinTheTrack(position: Int64) throws {
        guard case .commandAndWait(let command, _) = try model.action("SeekTo", [.int64(position)], in: .playing())
        else { return }
        #expect(command == .seek(to: MediaTime(microseconds: position), track: nil))
    }

    @Test(arguments: [-1, 180_000_001, .max, .min] as [Int64])
    func seekToOutsideTheTrackIsRefused(position: Int64) {
        #expect(errorName { _ = try model.action("SeekTo", [.int64(position)], in: .playing()) } == invalid)
    }

    @Test func whereASeekCanNotGoIsSaid() {
        let before = errorMessage { _ = try model.action("SeekTo", [.int64(-1)], in: .playing()) }
        #expect(before == "A position is not negative.")
        let behind = errorMessage { _ = try model.action("SeekTo", [.int64(999_000_000)], in: .playing()) }
        #expect(behind == "16:39 is not within the track, which is 3:00 long.")
    }

    @Test func liveStreamsHaveNothingToSeek() {
        let radio = Snapshot.playing { $0.canSeek = false }
        for method in ["SeekTo", "SeekBy"] {
            #expect(
                errorName { _ = try model.action(method, [.int64(1)], in: radio) }
                    == BusError.Name.notSupported.rawValue)
        }
    }

    @Test func stopFadesAsAskedOrAsConfigured() throws {
        #expect(try model.action("Stop", [.int64(-1)], in: .playing()) == .commandAndWait(.stop))
        #expect(
            try model.action("Stop", [.int64(0)], in: .playing()) == .commandAndWait(.finish(fadeDuration: .zero)))
        #expect(errorName { _ = try model.action("Stop", [.int64(-2)], in: .playing()) } == invalid)
    }

    @Test func configurationIsReadAndSetByName() throws {
        guard case .reply(let values) = try model.action("GetConfiguration", in: .playing()),
            case .dictionary("s", "s", let entries)? = values.first
        else {
            Issue.record("no settings")
            return
        }
        #expect(entries.map(\.key.asString) == ConfigurationField.allCases.map(\.rawValue))
        for entry in entries {
            let action = try model.action("SetConfiguration", [entry.key, entry.value], in: .playing())
            #expect(action == .configure(Configuration()))
        }
        var expected = Configuration()
        expected.fadeCurve = .sCurve
        #expect(
            try model.action("SetConfiguration", [.string("fadeCurve"), .string("sCurve")], in: .playing())
                == .configure(expected))
    }

    @Test func theOutputThatWasChosenIsTheOneInForce() throws {
        let snapshot = Snapshot.playing { $0.chosenOutput = ChosenOutput(name: "headphones", configured: "auto") }
        guard case .reply(let values) = try model.action("GetConfiguration", in: snapshot),
            case .dictionary("s", "s", let entries)? = values.first,
            case .configure(let settings) = try model.action(
                "SetConfiguration", [.string("fadeCurve"), .string("sCurve")], in: snapshot)
        else {
            Issue.record("no settings")
            return
        }
        #expect(entries.first { $0.key == .string("output") }?.value == .string("headphones"))
        #expect(settings.output == "headphones")
    }

    @Test func aSettingThatIsInForceAndNotSavedIsAnError() throws {
        let served = try ServedPlayer()
        let arguments: [BusValue] = [.string("fadeInDuration"), .string("1")]
        let control = BusNames.controlInterface
        #expect(try served.callAndAnswer("SetConfiguration", of: control, arguments) == [])
        served.player.unsaved = "The disk is full."
        #expect(
            errorName { _ = try served.callAndAnswer("SetConfiguration", of: control, arguments) }
                == "io.github.segueplayer.Segue.Error.NotSaved")
        served.player.outcome = .failed(.outputError(output: "a", reason: "b"))
        #expect(
            errorName { _ = try served.callAndAnswer("SetConfiguration", of: control, arguments) }
                == "io.github.segueplayer.Segue.Error.OutputError")
    }

    @Test(arguments: [("crossfadeDuration", "31"), ("fadeCurve", ""), ("volume", "1"), ("", ""), ("\u{0}", "\u{0}")])
    func badSettingsAreRefused(field: String, value: String) {
        #expect(
            errorName { _ = try model.action("SetConfiguration", [.string(field), .string(value)], in: .playing()) }
                == invalid)
    }

    /// A program with access to the player must not be able to write files, or to redirect the audio.
    @Test(
        "Outputs that reach files or the network are not for clients",
        arguments: [
            "file:/home/a.desktop", "file:", "filesink", "filesink location=/a",
            "fakesink name=a ! filesink location=/a",
            "fakesink sync=true filesrc location=/a ! tcpclientsink host=h",
        ])
    func closedOutputs(output: String) {
        let denied = BusError.Name.accessDenied.rawValue
        #expect(errorName { _ = try model.action("SelectOutput", [.string(output)], in: .playing()) } == denied)
        #expect(
            errorName {
                _ = try model.action("SetConfiguration", [.string("output"), .string(output)], in: .playing())
            } == denied)
    }

    @Test("Devices, auto and null are", arguments: ["auto", "null", "hw:1", "The speakers"])
    func openOutputs(output: String) throws {
        #expect(
            try model.action("SelectOutput", [.string(output)], in: .playing())
                == .commandAndWait(.selectOutput(output)))
    }

    @Test func theSleepTimerIsSetAndCancelled() throws {
        #expect(
            try model.action("Sleep", [.int64(60_000_000)], in: .playing())
                == .command(.sleep(after: MediaTime(seconds: 60))))
        #expect(try model.action("Sleep", [.int64(0)], in: .playing()) == .command(.sleep(after: nil)))
        #expect(try model.action("Sleep", [.int64(.max)], in: .playing()) == .command(.sleep(after: .max)))
        #expect(errorName { _ = try model.action("Sleep", [.int64(-1)], in: .playing()) } == invalid)
    }

    @Test func ratingsAreFromZeroToOne() throws {
        func rate(_ track: String, _ rating: Double) throws -> MethodAction {
            try model.action("SetRating", [.objectPath(track), .double(rating)], in: .playing())
        }
        let id = EntryID(rawValue: 3)
        #expect(try rate(path(3), 0.6) == .command(.rate(id, 0.6)))
        #expect(try rate(path(3), -1) == .command(.rate(id, nil)))
        for rating in [-0.5, 1.01, Double.nan, .infinity] {
            #expect(errorName { _ = try rate(path(3), rating) } == invalid)
        }
        #expect(errorName { _ = try rate(path(99), 0.5) } == invalid)
    }

    @Test func theStateIsNamedAsInTheSpecification() throws {
        #expect(try model.announced("State", in: .fading(0.47)) == .string("crossfading"))
        #expect(try model.announced("StatusText", in: .fading(0.47)) == .string("Crossfading 47%"))
        #expect(try model.announced("Version", in: .playing()) == nil)
    }

    @Test func everyEventIsToldInASentence() {
        let entry = makeEntry(1)
        let record = Snapshot.fading(0).fade.map(TransitionRecord.init(of:))
        let events: [PlayerEvent] =
            [
                .loadStarted(entry), .loadTimedOut(entry), .trackStarted(entry), .trackSkipped(entry, reason: "broken"),
                .outputReady(name: "null", fallback: "no device"), .outputReady(name: "x", fallback: nil),
                .outputLost(name: "x", reason: "gone", position: MediaTime(seconds: 61)),
                .outputLost(name: "x", reason: "gone", position: nil), .streamTitle("A"), .queueChanged, .played(entry),
                .playlistStarted(makePlaylist(1)), .rated(entry), .sessionTrouble("Not saved."),
                .error(.queueFull(limit: 1)),
            ]
            + (record.map {
                [.transitionPlanned($0), .transitionStarted($0), .transitionFinished($0, completed: true)]
            } ?? [])
        for event in events {
            let announcements = announce(.playing(), .playing(), effects: [.report(event)])
            let expected = Announcement.signal(
                "Event", interface: BusNames.controlInterface, path: BusNames.ownPath,
                [.string(event.kind), .string(event.sentence)])
            #expect(announcements == [expected])
            #expect(!event.sentence.isEmpty)
            #expect("\(event)".hasPrefix(event.kind))
        }
    }

    @Test func everyErrorOfThePlayerHasANameAndItsSentence() {
        let errors: [(AudioPlayerError, String)] = [
            (.invalidState(current: "a", attempted: "b"), "io.github.segueplayer.Segue.Error.InvalidState"),
            (.invalidConfiguration(field: "a", value: "b", expected: "c"), invalid),
            (.fileNotFound(path: "/a"), "org.freedesktop.DBus.Error.FileNotFound"),
            (.fileLoadFailed(path: "/a", reason: "b"), "io.github.segueplayer.Segue.Error.FileLoadFailed"),
            (.unsupportedFormat(path: "/a", reason: "b"), "org.freedesktop.DBus.Error.NotSupported"),
            (.loadTimeout(path: "/a", seconds: 10), "io.github.segueplayer.Segue.Error.LoadTimeout"),
            (.noValidTracksInPlaylist(reason: "a"), "io.github.segueplayer.Segue.Error.NoValidTracksInPlaylist"),
            (.skipFailed(attempts: 3, reason: "a"), "io.github.segueplayer.Segue.Error.SkipFailed"),
            (.engineError(reason: "a"), "io.github.segueplayer.Segue.Error.EngineError"),
            (.outputError(output: "a", reason: "b"), "io.github.segueplayer.Segue.Error.OutputError"),
            (.busError(name: "a", reason: "b"), "io.github.segueplayer.Segue.Error.BusError"),
            (.queueFull(limit: 1), "io.github.segueplayer.Segue.Error.QueueFull"),
            (.cancelled(attempted: "a"), "io.github.segueplayer.Segue.Error.Cancelled"),
            (.playlistIncomplete(path: "a", reason: "b"), "io.github.segueplayer.Segue.Error.FileLoadFailed"),
            (.transitionNotSet(reason: "a"), "io.github.segueplayer.Segue.Error.TransitionNotSet"),
        ]
        for (error, name) in errors {
            #expect(BusError(error) == BusError(name: name, message: error.description))
            #expect(BusError(error).sentence == error.sentence)
        }
        #expect(BusError(.invalidArguments, "There is no entry 7.").sentence == nil)
    }
}
