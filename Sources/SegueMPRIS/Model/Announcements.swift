import SDBus
import SegueCore

/// The announcements of the differences between two successive snapshots. Each difference is announced once, in one
/// message per interface, in the order that clients need (mpris.md, B11 to B16).
enum Announcements {
    /// Returns the announcements in the order in which they must be sent. `effects` are the effects of the step between
    /// the two snapshots; `entries` returns a part of the new snapshot's play order.
    static func of(
        _ old: Snapshot, _ new: Snapshot, effects: [Effect], entries: (Range<Int>) -> [QueueEntry]
    ) -> [Announcement] {
        player(old, new) + seeked(effects)
            + TrackListAnnouncements.of(old, new, effects: effects, entries: entries)
            + playlists(old, new) + crossfade(old, new, effects)
            + transitions(old, new, effects) + queue(old, new, effects) + control(old, new, effects)
    }

    private static func player(_ old: Snapshot, _ new: Snapshot) -> [Announcement] {
        // With a new track the status is sent even if it is unchanged, because clients query a missing status (B13).
        let isNewTrack = old.track?.id != new.track?.id
        return changes(
            of: PlayerInterface.model, at: BusNames.standardPath, old, new,
            including: isNewTrack ? ["PlaybackStatus"] : [])
    }

    /// Sent after the metadata, because a client resets its clock to zero when the track changes (design.md, States on
    /// the bus). If one step has several seeks, the last one counts.
    private static func seeked(_ effects: [Effect]) -> [Announcement] {
        let positions = effects.compactMap { effect -> MediaTime? in
            if case .seeked(let position) = effect { position } else { nil }
        }
        return positions.suffix(1).map { position in
            .signal(
                "Seeked", interface: BusNames.playerInterface, path: BusNames.standardPath,
                [.int64(position.microseconds)])
        }
    }

    /// Dates and positions in an order are not announced, because MPRIS has no signal for them (L4).
    private static func playlists(_ old: Snapshot, _ new: Snapshot) -> [Announcement] {
        changes(of: PlaylistsInterface.model, at: BusNames.standardPath, old, new)
            + new.playlists.renamed(since: old.playlists).map { playlist in
                .signal(
                    "PlaylistChanged", interface: BusNames.playlistsInterface, path: BusNames.standardPath,
                    [PlaylistsInterface.value(of: playlist)])
            }
            + new.playlists.rewritten(since: old.playlists).map { playlist in
                own(
                    SavedPlaylistsInterface.model, signal: "TracksChanged",
                    [.objectPath(PlaylistPath.path(of: playlist.id))])
            }
    }

    /// Announces the last progress of a fade that was heard to its end, which is 1; then the current state; then the
    /// tracks of the finished fade.
    private static func crossfade(_ old: Snapshot, _ new: Snapshot, _ effects: [Effect]) -> [Announcement] {
        var old = old
        var announcements: [Announcement] = []
        var signals: [Announcement] = []
        let isSameFade = old.fade.map(identity) == new.fade.map(identity)
        if let fade = old.fade, !isSameFade {
            let isCompleted = effects.contains { isCompletion($0, of: fade) }
            if isCompleted, fade.progress < 1 {
                old.fade?.progress = 1
                announcements.append(own(CrossfadeInterface.model, [NamedValue(name: "Progress", value: .double(1))]))
            }
            signals.append(
                own(CrossfadeInterface.model, signal: "Finished", tracks(of: fade) + [.boolean(isCompleted)]))
        }
        if let fade = new.fade, !isSameFade {
            signals.append(
                own(
                    CrossfadeInterface.model, signal: "Started",
                    tracks(of: fade) + [.int64(fade.duration.microseconds)]))
        }
        // A new fade announces its progress even if the value was 0 before.
        let including: Set = new.fade != nil && !isSameFade ? ["Progress"] : []
        announcements += changes(of: CrossfadeInterface.model, at: BusNames.ownPath, old, new, including: including)
        return announcements + signals
    }

    private static func transitions(_ old: Snapshot, _ new: Snapshot, _ effects: [Effect]) -> [Announcement] {
        var announcements = changes(of: TransitionsInterface.model, at: BusNames.ownPath, old, new)
        for case .report(.analysed(let entry)) in effects {
            announcements.append(
                own(
                    TransitionsInterface.model, signal: "EnvelopeKnown", [.objectPath(TrackPath.path(of: entry.id))]))
        }
        if old.pins != new.pins { announcements.append(own(TransitionsInterface.model, signal: "PinsChanged", [])) }
        return announcements
    }

    private static func queue(_ old: Snapshot, _ new: Snapshot, _ effects: [Effect]) -> [Announcement] {
        var announcements = changes(of: QueueInterface.model, at: BusNames.ownPath, old, new)
        for case .queueChanged(let change) in effects {
            announcements.append(queueSignal(change, revision: new.queueRevision))
        }
        return announcements
    }

    private static func queueSignal(_ change: QueueChange, revision: UInt64) -> Announcement {
        let limit = QueueInterface.pageLimit
        switch change {
        case .inserted(let entries, let after) where entries.count <= limit:
            return own(
                QueueInterface.model, signal: "Inserted",
                [
                    .objectPath(TrackPath.path(of: after)),
                    .array(of: "a{sv}", entries.map { MetadataDictionary.value(of: $0, .brief) }),
                ])
        case .removed(let ids) where ids.count <= limit:
            return own(
                QueueInterface.model, signal: "Removed", [.objectPaths(ids.map { TrackPath.path(of: $0) })])
        case .moved(let id, let after):
            return own(
                QueueInterface.model, signal: "Moved",
                [.objectPath(TrackPath.path(of: id)), .objectPath(TrackPath.path(of: after))])
        case .metadataChanged(let entries) where entries.count == 1:
            return own(
                QueueInterface.model, signal: "MetadataChanged", [MetadataDictionary.value(of: entries[0], .brief)])
        case .metadataChanged(let entries) where entries.count <= limit:
            return own(
                QueueInterface.model, signal: "EntriesChanged",
                [.array(of: "a{sv}", entries.map { MetadataDictionary.value(of: $0, .brief) })])
        case .metadataChanged, .arranged, .reordered, .replaced, .inserted, .removed:
            return own(QueueInterface.model, signal: "Replaced", [.uint64(revision)])
        }
    }

    private static func control(_ old: Snapshot, _ new: Snapshot, _ effects: [Effect]) -> [Announcement] {
        var announcements = changes(of: control, at: BusNames.ownPath, old, new)
        for case .report(let event) in effects {
            announcements.append(own(control, signal: "Event", [.string(event.kind), .string(event.sentence)]))
        }
        return announcements
    }

    /// The version is constant, so any version will do here.
    private static let control = ControlInterface.model(version: "")

    /// Returns the message about the properties that differ; empty if there are none.
    private static func changes(
        of interface: InterfaceModel, at path: String, _ old: Snapshot, _ new: Snapshot, including: Set<String> = []
    ) -> [Announcement] {
        let changed = interface.properties.compactMap { property -> NamedValue? in
            guard let value = property.announced(new) else { return nil }
            guard including.contains(property.name) || value != property.announced(old) else { return nil }
            return NamedValue(name: property.name, value: value)
        }
        return changed.isEmpty ? [] : [.properties(interface: interface.name, path: path, changed)]
    }

    private static func own(_ interface: InterfaceModel, _ values: [NamedValue]) -> Announcement {
        .properties(interface: interface.name, path: BusNames.ownPath, values)
    }

    private static func own(_ interface: InterfaceModel, signal: String, _ arguments: [BusValue]) -> Announcement {
        .signal(signal, interface: interface.name, path: BusNames.ownPath, arguments)
    }

    private static func tracks(of fade: FadeSnapshot) -> [BusValue] {
        [fade.outgoing, fade.incoming].map { .objectPath(TrackPath.path(of: $0.id)) }
    }

    /// Identifies a fade. A looped track fades into itself, and only the occurrence distinguishes one such fade from
    /// the next.
    private static func identity(of fade: FadeSnapshot) -> [UInt64] {
        [fade.outgoing, fade.incoming].flatMap { [$0.id.rawValue, UInt64($0.occurrence)] }
    }

    private static func isCompletion(_ effect: Effect, of fade: FadeSnapshot) -> Bool {
        guard case .report(.transitionFinished(let record, completed: true)) = effect else { return false }
        return record.from.isSameOccurrence(as: fade.outgoing) && record.to.isSameOccurrence(as: fade.incoming)
    }
}
