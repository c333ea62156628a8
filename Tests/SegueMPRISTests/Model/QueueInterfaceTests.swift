import SDBus
import Testing

@testable import SegueCore
@testable import SegueMPRIS

@Suite struct QueueInterfaceTests {
    private let model = QueueInterface.model
    private let invalid = BusError.Name.invalidArguments.rawValue

    private func insert(
        _ place: String, after: String = TrackPath.none, details: BusValue = noDetails
    ) throws -> MethodAction {
        try model.action(
            "Insert", [.strings(["/a", "http://h/b"]), .string(place), .objectPath(after), .boolean(true), details],
            in: .playing())
    }

    @Test(arguments: [
        ("first", path(1), QueuePlace.first), ("last", path(1), .last), ("next", path(1), .next),
        ("after", path(4), .after(EntryID(rawValue: 4))), ("after", TrackPath.none, .first),
        ("after", path(99), .after(EntryID(rawValue: 99))),
    ])
    func placesAreThoseOfTheQueue(name: String, after: String, place: QueuePlace) throws {
        #expect(
            try insert(name, after: after)
                == .open(
                    OpenRequest(
                        locations: ["/a", "http://h/b"], destination: .insert(at: place), play: true, isAwaited: true)))
        #expect(
            try model.action("Move", [.objectPath(path(1)), .string(name), .objectPath(after)], in: .playing())
                == .command(.edit(.move([EntryID(rawValue: 1)], to: place))))
        #expect(
            try model.action(
                "MoveEntries", [.objectPaths([path(2), path(99), path(1)]), .string(name), .objectPath(after)],
                in: .playing()) == .command(.edit(.move([EntryID(rawValue: 2), EntryID(rawValue: 1)], to: place))))
    }

    @Test func unknownPlacesAreRefused() {
        #expect(errorName { _ = try insert("middle") } == invalid)
        #expect(errorName { _ = try insert("after", after: "/x") } == invalid)
    }

    @Test func replaceTakesTheSameLocations() throws {
        #expect(
            try model.action("Replace", [.strings(["FILE:///a"]), .boolean(false), noDetails], in: .empty)
                == .open(OpenRequest(locations: ["file:///a"], destination: .replace, play: false, isAwaited: true)))
        #expect(
            errorName { _ = try model.action("Replace", [.strings([]), .boolean(false), noDetails], in: .empty) }
                == invalid)
        #expect(
            errorName {
                _ = try model.action("Replace", [.strings(["/a", "b"]), .boolean(false), noDetails], in: .empty)
            }
                == invalid)
    }

    @Test func whatIsKnownOfAStreamComesWithIt() throws {
        func given(_ properties: [String: BusValue], of address: String = "HTTP://h/b") -> BusValue {
            .dictionary(key: "s", value: "a{sv}", [BusValue.Entry(.string(address), .properties(properties))])
        }
        let action = try insert(
            "last",
            details: given([
                "xesam:title": .string("T"), "xesam:artist": .strings(["A", "B"]), "xesam:album": .string("C"),
                "xesam:trackNumber": .int32(7), "mpris:length": .int64(90_000_000),
                "mpris:artUrl": .string("https://h/c.png"), "xesam:other": .boolean(true),
            ]))
        var metadata = TrackMetadata()
        metadata.title = "T"
        metadata.artists = ["A", "B"]
        metadata.album = "C"
        metadata.trackNumber = 7
        metadata.duration = MediaTime(microseconds: 90_000_000)
        metadata.artURI = "https://h/c.png"
        #expect(
            action
                == .open(
                    OpenRequest(
                        locations: ["/a", "http://h/b"], destination: .insert(at: .last), play: true,
                        details: ["http://h/b": metadata], isAwaited: true)))
        for wrong: [String: BusValue] in [
            ["xesam:title": .int32(1)], ["xesam:artist": .string("A")], ["xesam:trackNumber": .int32(0)],
            ["xesam:trackNumber": .int64(1 << 31)], ["mpris:length": .int64(-1)],
            ["mpris:artUrl": .string("c.png")], ["mpris:artUrl": .string("javascript:x")],
        ] {
            #expect(errorName { _ = try insert("last", details: given(wrong)) } == invalid, "\(wrong)")
        }
        #expect(errorName { _ = try insert("last", details: given([:], of: "b")) } == invalid)
    }

    @Test func removePassesOverWhatHasGone() throws {
        let both = BusValue.objectPaths([path(3), path(99), "/x", path(4)])
        #expect(
            try model.action("Remove", [both], in: .playing())
                == .command(.edit(.remove([EntryID(rawValue: 3), EntryID(rawValue: 4)]))))
        #expect(try model.action("Remove", [.objectPaths([])], in: .playing()) == .nothing)
        #expect(errorName { _ = try model.action("Remove", [.objectPaths([path(99)])], in: .playing()) } == invalid)
    }

    @Test func anEntryThatHasGoneCannotBeMovedOrGoneTo() throws {
        for gone in [path(99), TrackPath.none, "/"] {
            #expect(errorName { _ = try model.action("Jump", [.objectPath(gone)], in: .playing()) } == invalid)
            #expect(
                errorName {
                    _ = try model.action(
                        "Move", [.objectPath(gone), .string("first"), .objectPath("/")], in: .playing())
                } == invalid)
        }
        #expect(
            try model.action("Jump", [.objectPath(path(3))], in: .playing())
                == .commandAndWait(.playEntry(EntryID(rawValue: 3))))
    }

    @Test func sortAndCropTakeWhatIsThere() throws {
        #expect(try model.action("Sort", [.string("album")], in: .playing()) == .command(.edit(.sort(.album))))
        #expect(errorName { _ = try model.action("Sort", [.string("colour")], in: .playing()) } == invalid)
        #expect(
            try model.action("Crop", [.objectPaths([path(3), path(99)])], in: .playing())
                == .command(.edit(.crop([EntryID(rawValue: 3)]))))
        for none in [[], [path(99)]] {
            #expect(errorName { _ = try model.action("Crop", [.objectPaths(none)], in: .playing()) } == invalid)
        }
    }

    @Test func undoAndTheModesAreShownAsTheyAre() throws {
        var snapshot = Snapshot.playing()
        snapshot.undoText = "Put “x” back."
        snapshot.modes.isSingle = true
        snapshot.modes.consumes = true
        snapshot.modes.isSmooth = true
        #expect(try model.announced("UndoText", in: snapshot) == .string("Put “x” back."))
        #expect(try model.announced("RedoText", in: snapshot) == .string(""))
        #expect(try model.announced("Single", in: snapshot) == .boolean(true))
        #expect(try model.announced("Consume", in: snapshot) == .boolean(true))
        #expect(try model.announced("SmoothShuffle", in: snapshot) == .boolean(true))
        #expect(try model.announced("Shuffle", in: snapshot) == .boolean(false))
        #expect(try model.setting("Single", to: .boolean(true), in: .playing()) == .setMode(.single, true))
        #expect(try model.setting("Consume", to: .boolean(false), in: .playing()) == .setMode(.consume, false))
        #expect(try model.setting("SmoothShuffle", to: .boolean(true), in: .playing()) == .setMode(.smooth, true))
        guard case .commandAndWait(.edit(.undo), .some) = try model.action("Undo", [], in: .playing()) else {
            Issue.record("an undo without an edit succeeds")
            return
        }
    }

    @Test func aPageIsNeverLarge() throws {
        #expect(
            try model.action("List", [.uint32(.max), .uint32(.max)], in: .playing())
                == .queuePage(offset: Int(UInt32.max), limit: 250))
    }

    @Test func repeatIsSetByItsName() throws {
        for mode in RepeatMode.allCases {
            #expect(try model.setting("Repeat", to: .string(mode.rawValue), in: .playing()) == .setRepeat(mode))
        }
        #expect(errorName { _ = try model.setting("Repeat", to: .string("Playlist"), in: .playing()) } == invalid)
    }

    @Test func withoutATrackTheIndexIsMinusOne() throws {
        #expect(try model.announced("CurrentIndex", in: .empty) == .int32(-1))
        #expect(try model.announced("CurrentIndex", in: .playing()) == .int32(1))
    }

    // MARK: - Signals

    private func signals(_ change: QueueChange) -> [Announcement] {
        announce(.playing(), .playing(), effects: [.queueChanged(change)])
            .filter { $0.interface == BusNames.queueInterface }
    }

    private func signal(_ name: String, _ arguments: [BusValue]) -> [Announcement] {
        [.signal(name, interface: BusNames.queueInterface, path: BusNames.ownPath, arguments)]
    }

    @Test func everyEditHasItsSignal() {
        let entries = [makeEntry(5), makeEntry(6)]
        let dictionaries = BusValue.array(of: "a{sv}", entries.map { MetadataDictionary.value(of: $0, .brief) })
        #expect(
            signals(.inserted(entries, after: EntryID(rawValue: 4)))
                == signal("Inserted", [.objectPath(path(4)), dictionaries]))
        #expect(
            signals(.inserted(entries, after: nil)) == signal("Inserted", [.objectPath(TrackPath.none), dictionaries]))
        #expect(
            signals(.removed([EntryID(rawValue: 1), EntryID(rawValue: 2)]))
                == signal("Removed", [.objectPaths([path(1), path(2)])]))
        #expect(
            signals(.moved(EntryID(rawValue: 1), after: nil))
                == signal("Moved", [.objectPath(path(1)), .objectPath(TrackPath.none)]))
        #expect(
            signals(.metadataChanged([entries[0]]))
                == signal("MetadataChanged", [MetadataDictionary.value(of: entries[0], .brief)]))
        #expect(signals(.metadataChanged(entries)) == signal("EntriesChanged", [dictionaries]))
        #expect(signals(.arranged(entries.map(\.id))) == signal("Replaced", [.uint64(1)]))
        #expect(signals(.replaced) == signal("Replaced", [.uint64(1)]))
        #expect(signals(.reordered(nil)) == signal("Replaced", [.uint64(1)]))
    }

    @Test func hugeEditsAreToldAsANewList() {
        let entries = (1...251).map { makeEntry($0) }
        #expect(signals(.inserted(entries, after: nil)) == signal("Replaced", [.uint64(1)]))
        #expect(signals(.removed(entries.map(\.id))) == signal("Replaced", [.uint64(1)]))
        #expect(signals(.removed(entries.dropLast().map(\.id))) != signal("Replaced", [.uint64(1)]))
    }
}
