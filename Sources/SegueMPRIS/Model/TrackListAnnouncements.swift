import SDBus
import SegueCore

/// The signals of MPRIS's track list. A client that applies the signals to its copy has the same list as `Tracks`
/// (mpris.md, T1, T6, T7).
enum TrackListAnnouncements {
    /// The largest number of tracks in an edit announced step by step. A larger edit is announced as a new list.
    private static let longestEdit = 50

    /// Returns the announcements. `entries` returns a part of the new snapshot's play order.
    static func of(
        _ old: Snapshot, _ new: Snapshot, effects: [Effect], entries: (Range<Int>) -> [QueueEntry]
    ) -> [Announcement] {
        var edits: [QueueChange] = []
        var retagged: [QueueEntry] = []
        for case .queueChanged(let change) in effects {
            if case .metadataChanged(let entries) = change { retagged += entries } else { edits.append(change) }
        }
        let (before, window) = (TrackListWindow(old), TrackListWindow(new))

        var announcements: [Announcement] = []
        if !edits.isEmpty || window != before {
            // A part of a longer queue is announced as a whole, because its bounds move with every edit.
            let steps = window.isWhole && before.isWhole ? edits.compactMap(signals) : []
            announcements =
                steps.count == edits.count && !edits.isEmpty
                ? steps.flatMap(\.self) : [replaced(new, tracks: entries(window.range))]
            announcements.append(
                .invalidated("Tracks", interface: BusNames.trackListInterface, path: BusNames.standardPath))
        }
        if !retagged.isEmpty, !window.isWhole {
            let published = Set(entries(window.range).map(\.id))
            retagged.removeAll { !published.contains($0.id) }
        }
        return announcements
            + retagged.map { entry in
                signal(
                    "TrackMetadataChanged",
                    [.objectPath(TrackPath.path(of: entry.id)), MetadataDictionary.value(of: entry)])
            }
    }

    /// Returns the signals for a change; nil if MPRIS's signals cannot express the change.
    private static func signals(_ change: QueueChange) -> [Announcement]? {
        switch change {
        case .inserted(let entries, var predecessor):
            guard entries.count <= longestEdit else { return nil }
            return entries.map { entry in
                defer { predecessor = entry.id }
                return signal(
                    "TrackAdded", [MetadataDictionary.value(of: entry), .objectPath(TrackPath.path(of: predecessor))])
            }
        case .removed(let ids):
            guard ids.count <= longestEdit else { return nil }
            return ids.map { signal("TrackRemoved", [.objectPath(TrackPath.path(of: $0))]) }
        case .moved, .arranged, .reordered, .replaced, .metadataChanged: return nil
        }
    }

    private static func replaced(_ snapshot: Snapshot, tracks: [QueueEntry]) -> Announcement {
        signal(
            "TrackListReplaced",
            [
                .objectPaths(tracks.map { TrackPath.path(of: $0.id) }),
                .objectPath(TrackPath.path(of: snapshot.track?.id)),
            ])
    }

    private static func signal(_ name: String, _ arguments: [BusValue]) -> Announcement {
        .signal(name, interface: BusNames.trackListInterface, path: BusNames.standardPath, arguments)
    }
}
