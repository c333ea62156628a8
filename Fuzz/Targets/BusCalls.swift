import SDBus

@testable import SegueCore
@testable import SegueMPRIS

/// Calls of all methods with values of the declared types, and properties that are set: each leads to a request, or is
/// refused with a sentence.
enum BusCalls {
    static let interfaces: [InterfaceModel] = [
        RootInterface.model, PlayerInterface.model, TrackListInterface.model, PlaylistsInterface.model,
        CrossfadeInterface.model, TransitionsInterface.model, QueueInterface.model,
        ControlInterface.model(version: "0"),
        SavedPlaylistsInterface.model, LibraryInterface.model, ApplicationInterface.model,
    ]

    static func read(_ bytes: [UInt8]) {
        var reader = ValueReader(bytes)
        let snapshot = snapshot
        while !reader.isAtEnd {
            let interface = interfaces[Int(reader.byte()) % interfaces.count]
            let choice = Int(reader.byte())
            do throws(BusError) {
                if choice < 192, !interface.methods.isEmpty {
                    let method = interface.methods[choice % interface.methods.count]
                    let values = method.arguments.map { reader.value($0.signature) }
                    _ = try method.action(MethodArguments(values: values), situation(snapshot))
                } else {
                    let properties = interface.properties.filter { $0.set != nil }
                    guard !properties.isEmpty else { continue }
                    let property = properties[choice % properties.count]
                    _ = try property.set?(reader.value(property.signature), snapshot)
                }
            } catch {
                // playerctld ends at an error without a text.
                precondition(!error.message.isEmpty)
            }
        }
    }

    static func situation(_ snapshot: Snapshot) -> Situation {
        Situation(snapshot: snapshot, contains: { $0.rawValue < 10 })
    }

    static var snapshot: Snapshot {
        var metadata = TrackMetadata()
        metadata.duration = MediaTime(seconds: 180)
        let track = QueueEntry(id: EntryID(rawValue: 2), uri: "file:///music/2.flac", metadata: metadata)
        return Snapshot(
            state: .playing(track: track), status: .playing, track: track, index: 1, queueCount: 10, queueRevision: 1,
            fade: nil, volume: 1, repeatMode: .off, isShuffled: false, canGoNext: true, canGoPrevious: true,
            canPlay: true, canPause: true, canSeek: true, configuration: Configuration(),
            output: OutputStatus(name: "Speakers", isAvailable: true, fallback: nil), sleepAt: nil)
    }
}
