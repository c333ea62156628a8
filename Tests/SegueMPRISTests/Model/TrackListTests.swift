import SDBus
import SegueTestSupport
import Testing

@testable import SegueCore
@testable import SegueMPRIS

@Suite struct TrackListTests {
    private let model = TrackListInterface.model

    // MARK: - Methods

    @Test(arguments: [
        (TrackPath.none, QueuePlace.first), (path(4), .after(EntryID(rawValue: 4))),
        (path(99), .after(EntryID(rawValue: 99))), ("/x", .last),
    ])
    func aTrackIsAddedBehindAnother(after: String, place: QueuePlace) throws {
        let request = OpenRequest(locations: ["file:///a"], destination: .insert(at: place), play: false)
        func add(_ isCurrent: Bool) throws -> MethodAction {
            try model.action(
                "AddTrack", [.string("file:///a"), .objectPath(after), .boolean(isCurrent)], in: .paused)
        }
        #expect(try add(false) == .open(request))
        #expect(try add(true) == .openAndGoTo(request))
    }

    @Test func unknownTracksHaveNoEffectAndNoError() throws {
        for gone in [path(99), TrackPath.none, "/"] {
            #expect(try model.action("RemoveTrack", [.objectPath(gone)], in: .playing()) == .nothing)
            #expect(try model.action("GoTo", [.objectPath(gone)], in: .playing()) == .nothing)
        }
        let id = EntryID(rawValue: 3)
        #expect(try model.action("GoTo", [.objectPath(path(3))], in: .playing()) == .command(.jump(id)))
        #expect(
            try model.action("RemoveTrack", [.objectPath(path(3))], in: .playing()) == .command(.edit(.remove([id]))))
    }

    @Test func metadataComesInTheOrderAskedForWithoutTheUnknown() throws {
        let served = try ServedPlayer()
        let ids = BusValue.objectPaths([path(5), path(99), "/", path(1), path(5)])
        let reply = try served.call("GetTracksMetadata", of: BusNames.trackListInterface, [ids])
        let paths = reply.first?.asArray?.compactMap { $0.asProperties?["mpris:trackid"]?.asObjectPath }
        #expect(paths == [path(5), path(1), path(5)])
        #expect(
            try served.get("Tracks", of: BusNames.trackListInterface) == .objectPaths((1...10).map { path($0) }))
    }

    @Test func aTrackThatFadesOutIsKnownThoughItHasLeftTheQueue() throws {
        let served = try ServedPlayer()
        served.player.entries.removeAll { $0.id.rawValue == 2 }
        func titles() throws -> [String?]? {
            try served.call("GetTracksMetadata", of: BusNames.trackListInterface, [.objectPaths([path(2), path(3)])])
                .first?.asArray?.map { $0.asProperties?["xesam:title"]?.asString }
        }
        #expect(try titles() == ["Track 3"])
        served.player.snapshot = .fading(0.4)
        #expect(try titles() == ["Track 2", "Track 3"])
    }

    @Test func anAddedTrackBecomesCurrentOnceItIsThere() throws {
        let served = try ServedPlayer()
        served.player.opened = .success(OpenedTracks(entries: [EntryID(rawValue: 11)]))
        let arguments: [BusValue] = [.string("file:///a"), .objectPath(path(1)), .boolean(true)]
        _ = try served.callAndAnswer("AddTrack", of: BusNames.trackListInterface, arguments)
        #expect(served.player.commands == [.jump(EntryID(rawValue: 11))])
    }

    // MARK: - Window

    @Test func aLongQueueIsPublishedInPart() {
        func window(_ count: Int, _ index: Int?) -> Range<Int> {
            TrackListWindow(
                .playing {
                    $0.queueCount = count
                    $0.index = index
                }
            ).range
        }
        #expect(window(0, nil) == 0..<0)
        #expect(window(300, 250) == 0..<300)
        #expect(window(301, nil) == 0..<300)
        #expect(window(1000, 99) == 0..<300)
        #expect(window(1000, 200) == 100..<400)
        #expect(window(1000, 299) == 100..<400)
        #expect(window(1000, 999) == 700..<1000)
        for index in 0..<1000 { #expect(window(1000, index).contains(index)) }
    }

    // MARK: - Signals

    /// A queue, and a client that follows it by signals alone.
    private struct Replay {
        var queue: [QueueEntry] = []
        var known: [String] = []
        var index = 0

        var snapshot: Snapshot {
            .playing {
                $0.queueCount = queue.count
                $0.index = queue.isEmpty ? nil : min(index, queue.count - 1)
                $0.track = queue.isEmpty ? nil : queue[min(index, queue.count - 1)]
            }
        }

        var published: [String] { queue[TrackListWindow(snapshot).range].map { path($0.id.rawValue) } }

        mutating func step(_ changes: [QueueChange], _ edit: (inout Replay) -> Void) {
            let old = snapshot
            edit(&self)
            let entries = queue
            let announcements = Announcements.of(old, snapshot, effects: changes.map { .queueChanged($0) }) {
                Array(entries[$0])
            }
            for announcement in announcements { follow(announcement) }
        }

        private mutating func follow(_ announcement: Announcement) {
            guard case .signal(let name, BusNames.trackListInterface, _, let arguments) = announcement else { return }
            switch name {
            case "TrackListReplaced": known = arguments[0].asObjectPaths ?? []
            case "TrackAdded":
                let id = arguments[0].asProperties?["mpris:trackid"]?.asObjectPath ?? ""
                let place = known.firstIndex(of: arguments[1].asObjectPath ?? "").map { $0 + 1 } ?? 0
                known.insert(id, at: place)
            case "TrackRemoved": known.removeAll { $0 == arguments[0].asObjectPath }
            default: break
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func aClientThatReplaysTheSignalsHasTheList(seed: UInt64) {
        var random = SeededRandom(state: seed)
        var replay = Replay()
        var lastID: UInt64 = 0
        for step in 1...500 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let count = Int.random(in: 1...(step % 41 == 0 ? 200 : 4), using: &random)
                let place = Int.random(in: 0...replay.queue.count, using: &random)
                let new = (1...count).map { makeEntry(lastID + UInt64($0)) }
                lastID += UInt64(count)
                let predecessor = place == 0 ? nil : replay.queue[place - 1].id
                replay.step([.inserted(new, after: predecessor)]) { $0.queue.insert(contentsOf: new, at: place) }
            case 5..<8 where !replay.queue.isEmpty:
                let start = Int.random(in: 0..<replay.queue.count, using: &random)
                let range = start..<min(start + Int.random(in: 1...6, using: &random), replay.queue.count)
                replay.step([.removed(replay.queue[range].map(\.id))]) { $0.queue.removeSubrange(range) }
            case 8 where replay.queue.count > 1:
                let entry = replay.queue[replay.queue.count - 1]
                replay.step([.moved(entry.id, after: nil)]) {
                    $0.queue.removeLast()
                    $0.queue.insert(entry, at: 0)
                }
            case 9 where step % 50 == 0: replay.step([.reordered(nil)]) { $0.queue.shuffle(using: &random) }
            default:
                let index = Int.random(in: 0...max(0, replay.queue.count), using: &random)
                replay.step([]) { $0.index = index }
            }
            #expect(replay.known == replay.published, "seed \(seed), step \(step)")
        }
        #expect(lastID > 300)
    }

    @Test func anEditInvalidatesTheListOnce() {
        let changes: [QueueChange] = [.inserted([makeEntry(11), makeEntry(12)], after: EntryID(rawValue: 2))]
        let signals = announce(.playing(), .playing { $0.queueCount = 12 }, effects: changes.map { .queueChanged($0) })
            .filter { $0.interface == BusNames.trackListInterface }
        func added(_ id: UInt64, after: UInt64) -> Announcement {
            .signal(
                "TrackAdded", interface: BusNames.trackListInterface, path: BusNames.standardPath,
                [MetadataDictionary.value(of: makeEntry(id)), .objectPath(path(after))])
        }
        #expect(
            signals == [
                added(11, after: 2), added(12, after: 11),
                .invalidated("Tracks", interface: BusNames.trackListInterface, path: BusNames.standardPath),
            ])
    }

    @Test func newTagsAreToldOfThePublishedTracksOnly() {
        func signals(_ id: UInt64, count: Int) -> [Announcement] {
            let snapshot = Snapshot.playing { $0.queueCount = count }
            return announce(snapshot, snapshot, effects: [.queueChanged(.metadataChanged([makeEntry(id)]))])
                .filter { $0.interface == BusNames.trackListInterface }
        }
        let told = Announcement.signal(
            "TrackMetadataChanged", interface: BusNames.trackListInterface, path: BusNames.standardPath,
            [.objectPath(path(7)), MetadataDictionary.value(of: makeEntry(7))])
        #expect(signals(7, count: 10) == [told])
        #expect(signals(7, count: 1000) == [told])
        #expect(signals(700, count: 1000) == [])
    }
}

@Suite struct ApplicationInterfaceTests {
    private let model = ApplicationInterface.model
    private let data = BusValue.properties([:])

    @Test func openPlaysInPlaceOfTheQueue() throws {
        let request = OpenRequest(locations: ["file:///a", "http://h/b"], destination: .replace, play: true)
        let action = try model.action("Open", [.strings(["file:///a", "http://h/b"]), data], in: .empty)
        #expect(action == .openForDesktop(request))
        for bad in [[], ["/a"], ["file:///a", ""]] {
            #expect(
                errorName { _ = try model.action("Open", [.strings(bad), data], in: .empty) }
                    == BusError.Name.invalidArguments.rawValue)
        }
    }

    @Test func theIconGoesOnPlaying() throws {
        #expect(try model.action("Activate", [data], in: .paused) == .command(.play))
        guard case .notify(let sentence) = try model.action("Activate", [data], in: .empty) else {
            Issue.record("nothing would be seen")
            return
        }
        #expect(sentence.contains("queue is empty"))
        let folders = ["file:///home/a/Music", "file:///music"]
        let music = try model.action("Activate", [data], in: .empty, musicFolders: folders)
        guard case .openAndNotify(let request, let success, let failure) = music else {
            Issue.record("nothing would be heard")
            return
        }
        #expect(request == OpenRequest(locations: folders, destination: .replace, play: true))
        #expect(success.contains("playing the music folder") && failure.contains("nothing to play"))
        #expect(try model.action("Activate", [data], in: .paused, musicFolders: folders) == .command(.play))
    }

    @Test(arguments: [("toggle", Command.toggle), ("next", .next), ("previous", .previous), ("stop", .stop)])
    func theActionsAreThoseOfTheDesktopEntry(name: String, command: Command) throws {
        let arguments: [BusValue] = [.string(name), .array(of: "v", []), data]
        #expect(try model.action("ActivateAction", arguments, in: .playing()) == .command(command))
        #expect(
            errorName { _ = try model.action("ActivateAction", [.string("x"), .array(of: "v", []), data], in: .empty) }
                == BusError.Name.invalidArguments.rawValue)
    }
}
