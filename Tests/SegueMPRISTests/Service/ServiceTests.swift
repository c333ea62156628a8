import SDBus
import SegueTestSupport
import Testing

@testable import SegueCore
@testable import SegueMPRIS

@Suite struct ServiceTests {
    private let player = BusNames.playerInterface
    private let control = BusNames.controlInterface
    private let queue = BusNames.queueInterface
    private let crossfade = BusNames.crossfadeInterface

    @Test func allPropertiesCanBeReadInEveryState() throws {
        let served = try ServedPlayer()
        for snapshot in [Snapshot.playing(), .paused, .stopped, .empty, .fading(0.4)] {
            served.player.snapshot = snapshot
            #expect(try served.buses.getAll(of: player, at: BusNames.standardPath).count == 15)
            #expect(try served.buses.getAll(of: BusNames.rootInterface, at: BusNames.standardPath).count == 7)
            #expect(try served.buses.getAll(of: crossfade, at: BusNames.standardPath).count == 17)
            #expect(try served.buses.getAll(of: crossfade, at: BusNames.ownPath).count == 17)
            #expect(try served.buses.getAll(of: queue, at: BusNames.ownPath).count == 10)
            #expect(try served.buses.getAll(of: control, at: BusNames.ownPath).count == 17)
        }
        #expect(served.buses.warnings == [])
    }

    @Test func aGetOfWhatMovesIsLive() throws {
        let served = try ServedPlayer()
        served.player.snapshot = .fading(0.2)
        served.player.live = LivePosition(position: MediaTime(microseconds: 1_234_567), fadeProgress: 0.2345)
        #expect(try served.get("Position", of: player) == .int64(1_234_567))
        #expect(try served.get("Progress", of: crossfade) == .double(0.2345))
        #expect(try served.buses.get("Progress", of: crossfade, at: BusNames.standardPath) == .double(0.2345))

        served.player.live = LivePosition(position: MediaTime(seconds: 500), fadeProgress: 1.5)
        #expect(try served.get("Position", of: player) == .int64(180_000_000))
        #expect(try served.get("Progress", of: crossfade) == .double(1))

        served.player.snapshot = .playing { $0.sleepAt = MediaTime(seconds: 1030) }
        #expect(try served.get("Progress", of: crossfade) == .double(0))
        #expect(try served.get("SleepRemaining", of: control) == .int64(30_000_000))
        served.player.snapshot.sleepAt = MediaTime(seconds: 900)
        #expect(try served.get("SleepRemaining", of: control) == .int64(0))
        served.player.snapshot.sleepAt = nil
        #expect(try served.get("SleepRemaining", of: control) == .int64(-1))
        #expect(
            try served.get("Sound", of: control).asProperties == [
                "server": .string("PulseAudio 16.1"), "latency": .int64(12_000), "queued": .int64(0),
                "fixed": .int64(0),
            ])
    }

    @Test func theSignalGoesOutBeforeTheReply() throws {
        let served = try ServedPlayer()
        served.player.script = { command, snapshot in
            if command == .toggle { snapshot = .paused }
            return (.accepted, [])
        }
        _ = try served.call("PlayPause", of: player)
        #expect(served.player.commands == [.toggle])
        let first = try #require(served.signals.first)
        #expect(first.member == "PropertiesChanged")
        #expect(first.arguments.first == .string(player))
        #expect(first.arguments.last == .strings([]))
        #expect(first.arguments[1].asProperties?["PlaybackStatus"] == .string("Paused"))
    }

    @Test func whatASignalSaysAGetConfirms() throws {
        let served = try ServedPlayer()
        for step in 1...100 {
            served.player.change { $0.track = makeEntry(UInt64(step % 10 + 1), title: "Step \(step)") }
            _ = served.buses.run { served.signals.count == step }
            let announced = try #require(served.signals.last?.arguments[1].asProperties?["Metadata"])
            #expect(try served.get("Metadata", of: player) == announced)
        }
    }

    @Test func onTheStandardPathOnlyThePlayerSpeaks() throws {
        let served = try ServedPlayer()
        served.player.change { $0 = .fading(0) }
        for step in 1...9 { served.player.change { $0 = .fading(Double(step) / 10) } }
        served.player.change(effects: [.seeked(.zero), .report(.queueChanged), .queueChanged(.replaced)]) {
            $0 = .stopped
        }
        _ = served.buses.run { served.signals.last?.member == "Event" }
        let standard = served.signals.filter { $0.path == BusNames.standardPath }
        #expect(standard.count == 5)
        for signal in standard {
            let isAboutTracks =
                signal.interface == BusNames.trackListInterface
                || signal.arguments.first == .string(BusNames.trackListInterface)
            #expect(signal.member == "Seeked" || signal.arguments.first == .string(player) || isAboutTracks)
        }
        let own = served.signals.filter { $0.path == BusNames.ownPath && $0.arguments.first == .string(crossfade) }
        #expect(own.count == 11)
    }

    @Test func settingAPropertyIsACommand() throws {
        let served = try ServedPlayer()
        try served.set("Volume", of: player, to: .double(0.3))
        try served.set("LoopStatus", of: player, to: .string("Track"))
        try served.set("Shuffle", of: queue, to: .boolean(true))
        try served.set("Rate", of: player, to: .double(2))
        #expect(served.player.commands == [.setVolume(0.3), .setRepeat(.track), .setShuffle(true)])
        try served.buses.set(
            "ConfiguredDuration", of: crossfade, at: BusNames.standardPath, to: .int64(5_000_000))
        #expect(served.player.commands.count == 4)
    }

    @Test func everyErrorHasItsNameAndASentence() throws {
        let served = try ServedPlayer()
        served.player.snapshot = .empty
        let calls: [(String, () throws -> Void)] = [
            ("NotSupported", { _ = try served.call("PlayPause", of: player) }),
            ("NotSupported", { _ = try served.call("OpenUri", of: player, [.string("gopher://x")]) }),
            ("InvalidArgs", { _ = try served.call("OpenUri", of: player, [.string("")]) }),
            ("InvalidArgs", { _ = try served.call("OpenUri", of: player, [.int32(1)]) }),
            ("InvalidArgs", { _ = try served.call("Seek", of: player, [.string("x")]) }),
            ("InvalidArgs", { _ = try served.call("Next", of: player, [.string("x")]) }),
            ("UnknownMethod", { _ = try served.call("Nonsense", of: player) }),
            ("InvalidArgs", { try served.set("Volume", of: player, to: .string("loud")) }),
            ("InvalidArgs", { try served.set("Volume", of: player, to: .double(.nan)) }),
            ("InvalidArgs", { try served.set("LoopStatus", of: player, to: .string("Foo")) }),
            ("PropertyReadOnly", { try served.set("Position", of: player, to: .int64(1)) }),
            ("UnknownProperty", { _ = try served.get("Nonsense", of: player) }),
            ("UnknownProperty", { _ = try served.get("Fullscreen", of: BusNames.rootInterface) }),
            ("UnknownInterface", { _ = try served.buses.getAll(of: "org.mpris.X", at: BusNames.standardPath) }),
            ("InvalidArgs", { try served.set("ConfiguredDuration", of: crossfade, to: .int64(-1)) }),
            ("InvalidArgs", { _ = try served.call("Jump", of: queue, [.objectPath("/")]) }),
            ("InvalidArgs", { _ = try served.call("SetConfiguration", of: control, [.string("a"), .string("b")]) }),
        ]
        for (name, call) in calls { #expect(errorName(call) == "org.freedesktop.DBus.Error.\(name)") }
        #expect(served.player.commands == [])
    }

    @Test func whatTheCoreRefusesIsAnError() throws {
        let served = try ServedPlayer()
        served.player.script = { _, _ in (.refused(.queueFull(limit: 5)), []) }
        let name = "io.github.segueplayer.Segue.Error.QueueFull"
        #expect(errorName { _ = try served.call("Clear", of: queue) } == name)
        #expect(errorName { try served.set("Volume", of: player, to: .double(0.5)) } == name)
        served.player.script = { _, _ in (.nothingToDo, []) }
        #expect(try served.call("Clear", of: queue) == [])
    }

    @Test func controlAnswersWhenTheOutcomeIsKnown() throws {
        let served = try ServedPlayer()
        for outcome in [CommandOutcome.done, .superseded] {
            served.player.outcome = outcome
            #expect(try served.callAndAnswer("Next", of: control) == [])
        }
        served.player.outcome = .nothingToDo
        #expect(
            errorName { _ = try served.callAndAnswer("Next", of: control) }
                == "io.github.segueplayer.Segue.Error.NothingToDo")
        #expect(try served.callAndAnswer("Pause", of: control) == [])
        served.player.outcome = .failed(.loadTimeout(path: "/a", seconds: 10))
        #expect(
            errorName { _ = try served.callAndAnswer("Jump", of: queue, [.objectPath(path(3))]) }
                == "io.github.segueplayer.Segue.Error.LoadTimeout")
    }

    @Test func openAnswersWithTheNewEntries() throws {
        let served = try ServedPlayer()
        served.player.opened = .success(
            OpenedTracks(
                entries: [EntryID(rawValue: 11), EntryID(rawValue: 12)], leftOut: [.fileNotFound(path: "/b")],
                unanswered: [.fileLoadFailed(path: "http://c", reason: "the server does not answer")]))
        let arguments: [BusValue] = [.strings(["/a"]), .string("last"), .objectPath("/"), .boolean(false), noDetails]
        #expect(
            try served.callAndAnswer("Insert", of: queue, arguments)
                == [
                    .objectPaths([path(11), path(12)]), .strings(["/b: there is no such file."]),
                    .strings(["http://c: could not be played: the server does not answer."]),
                ])
        #expect(try served.callAndAnswer("OpenUri", of: player, [.string("file:///a")]) == [])
        #expect(served.player.requests.map(\.play) == [false, true])
        served.player.opened = .failure(.fileNotFound(path: "/a"))
        #expect(
            errorName { _ = try served.callAndAnswer("OpenUri", of: player, [.string("file:///a")]) }
                == BusError.Name.fileNotFound.rawValue)
    }

    @Test func theQueueIsListedByPages() throws {
        let served = try ServedPlayer()
        func page(_ offset: UInt32, _ limit: UInt32) throws -> [String] {
            let reply = try served.call("List", of: queue, [.uint32(offset), .uint32(limit)])
            #expect(reply.first == .uint64(1))
            return reply[1].asArray?.compactMap { $0.asProperties?["mpris:trackid"]?.asObjectPath } ?? []
        }
        #expect(try page(0, 3) == [path(1), path(2), path(3)])
        #expect(try page(8, 100) == [path(9), path(10)])
        #expect(try page(10, 1) == [])
        #expect(try page(.max, .max) == [])
        #expect(try page(0, 0) == [])
    }

    @Test func listsOfControlAreAnswered() throws {
        let served = try ServedPlayer()
        #expect(
            try served.callAndAnswer("ListOutputs", of: control) == [
                .array(of: "(ssb)", [.structure([.string("null"), .string("No sound"), .boolean(true)])])
            ])
        #expect(
            try served.call("Statistics", of: control)
                == [
                    .dictionary(
                        key: "s", value: "v",
                        [
                            BusValue.Entry(.string("next"), .variant(.int64(7))),
                            BusValue.Entry(.string("next.heardP50"), .variant(.double(0.25))),
                        ])
                ])
        let slow: [BusValue] = [
            .string("next"), .int64(1_000_000), .int64(5), .int64(-1), .int64(7), .int64(8), .int64(20),
            .string("mixing took 0.01 s"),
        ]
        #expect(try served.call("SlowCommands", of: control) == [.array(of: "(sxxxxxxs)", [.structure(slow)])])
        #expect(try served.call("ResetStatistics", of: control) == [])
        #expect(try served.call("SlowCommands", of: control) == [.array(of: "(sxxxxxxs)", [])])
        #expect(try served.call("Transitions", of: control, [.uint32(1)]) == [.strings(["b → c"])])
        #expect(try served.get("Version", of: control) == .string("1.2.3"))
    }

    @Test(
        arguments: [
            (nil, true, "The queue is empty."), ("file:///music", true, "playing the music folder"),
            ("file:///music", false, "nothing to play in the music folder"),
        ] as [(String?, Bool, String)])
    func theIconOfAnEmptyQueuePlaysTheMusicFolderAndSaysSo(folder: String?, isPlayable: Bool, text: String) throws {
        let served = try ServedPlayer()
        served.player.snapshot = .empty
        served.player.musicFolders = [folder].compactMap(\.self)
        if !isPlayable { served.player.opened = .failure(.fileNotFound(path: "/music")) }
        let desk = try NotificationDesk(served)
        let data = BusValue.dictionary(key: "s", value: "v", [])
        // The desktop does not wait for a scan of the folder.
        let reply = try served.buses.call(
            "Activate", of: BusNames.applicationInterface, at: BusNames.ownPath, [data])
        #expect(reply == [])
        #expect(served.player.requests.map(\.locations) == (folder.map { [[$0]] } ?? []))
        served.player.answerWaiting()
        #expect(served.buses.run { !desk.shown.isEmpty })
        #expect(desk.shown.first?[4].asString?.contains(text) == true)
        #expect(served.player.commands.isEmpty)
    }

    @Test func quitIsAnsweredFirst() throws {
        let served = try ServedPlayer()
        #expect(try served.call("Quit", of: BusNames.rootInterface) == [])
        #expect(served.player.hasQuit)
        #expect(try served.call("Raise", of: BusNames.rootInterface) == [])
    }

    @Test func hostileTagsReachTheClientAsText() throws {
        let served = try ServedPlayer()
        served.player.change { $0.track = makeEntry(5, title: "a\u{0}b\u{FFFF}\u{10FFFF}\u{202E}<b>") }
        let title = try served.get("Metadata", of: player).asProperties?["xesam:title"]?.asString
        #expect(title?.contains("\u{0}") == false)
        #expect(title?.hasPrefix("ab") == true)
        #expect(served.signals.count == 1)
        #expect(served.buses.warnings == [])
    }

    @Test func afterCloseNothingIsThere() throws {
        let served = try ServedPlayer()
        served.service.close()
        #expect(errorName { _ = try served.call("Next", of: player) } == BusError.Name.unknownObject.rawValue)
        #expect(served.player.commands == [])
    }
}
