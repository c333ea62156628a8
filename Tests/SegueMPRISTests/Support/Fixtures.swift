import SDBus
import Testing

@testable import SegueCore
@testable import SegueMPRIS

/// Returns an entry of 3 minutes with a title.
func makeEntry(_ id: UInt64, title: String? = nil, duration: MediaTime? = MediaTime(seconds: 180)) -> QueueEntry {
    var metadata = TrackMetadata()
    metadata.title = title ?? "Track \(id)"
    metadata.duration = duration
    return QueueEntry(id: EntryID(rawValue: id), uri: "file:///music/\(id).flac", metadata: metadata)
}

/// Returns a playlist created, changed and played on different days.
func makePlaylist(_ id: UInt64, _ name: String = "Evening", icon: String? = nil) -> PlaylistDescription {
    PlaylistDescription(
        id: PlaylistID(rawValue: id), uri: "file:///music/\(id).m3u", name: name, iconURI: icon,
        created: WallTime(nanoseconds: 0), modified: WallTime(nanoseconds: 0))
}

extension Snapshot {
    /// Returns a snapshot with ten entries, the second of them playing.
    static func playing(_ change: (inout Snapshot) -> Void = { _ in }) -> Snapshot {
        let track = makeEntry(2)
        var snapshot = Snapshot(
            state: .playing(track: track), status: .playing, track: track, index: 1, queueCount: 10, queueRevision: 1,
            fade: nil, volume: 1, repeatMode: .off, isShuffled: false, canGoNext: true, canGoPrevious: true,
            canPlay: true, canPause: true, canSeek: true, configuration: Configuration(),
            output: OutputStatus(name: "Speakers", isAvailable: true, fallback: nil), sleepAt: nil)
        change(&snapshot)
        return snapshot
    }

    /// The same snapshot, with the transition to entry 3 planned.
    static let withPlan = playing {
        var plan = TransitionPlan(
            outgoing: LoadGeneration(rawValue: 1), incoming: LoadGeneration(rawValue: 2), kind: .crossfade,
            start: .at(MediaTime(seconds: 50)), duration: MediaTime(seconds: 8), curve: .linear, incomingGain: 1,
            reason: .endOfTrack)
        plan.tier = .ramped
        plan.explanation = [Sentence(.fadingEnding, "8")]
        plan.fadeOut = nil
        plan.fadeIn = 0...0.5
        $0.planned = TransitionRecord(
            from: makeEntry(2), to: makeEntry(3), incomingStart: MediaTime(seconds: 2), plan: plan)
    }

    static let paused = playing {
        $0.state = .paused(track: makeEntry(2), position: .zero)
        $0.status = .paused
    }

    static let stopped = playing {
        $0.state = .finished
        $0.status = .stopped
    }

    static let empty = playing {
        $0.state = .idle
        $0.status = .stopped
        $0.track = nil
        $0.index = nil
        $0.queueCount = 0
        $0.canGoNext = false
        $0.canGoPrevious = false
        $0.canPlay = false
        $0.canPause = false
        $0.canSeek = false
    }

    /// Returns a snapshot during a fade from entry 2 to entry 3, over 6 s.
    static func fading(_ progress: Double, _ change: (inout Snapshot) -> Void = { _ in }) -> Snapshot {
        playing { snapshot in
            let (from, to) = (makeEntry(2), makeEntry(3))
            snapshot.state = .crossfading(
                fromTrack: from, toTrack: to, progress: progress, canQuickFinish: progress >= 0.5)
            snapshot.track = to
            snapshot.index = 2
            var plan = TransitionPlan(
                outgoing: LoadGeneration(rawValue: 1), incoming: LoadGeneration(rawValue: 2), kind: .crossfade,
                start: .at(MediaTime(seconds: 50)), duration: MediaTime(seconds: 6), curve: .equalPower,
                incomingGain: 1, reason: .endOfTrack)
            plan.tier = .ramped
            plan.explanation = [Sentence(.setByHand)]
            plan.fadeOut = nil
            snapshot.fade = FadeSnapshot(
                outgoing: from, incoming: to, duration: MediaTime(seconds: 6), startedAt: MediaTime(seconds: 100),
                outgoingStart: MediaTime(seconds: 50), incomingStart: .zero,
                plan: plan, isSuspended: false, progress: progress, canQuickFinish: progress >= 0.5,
                resumeStrategy: ResumeStrategy(progress: progress))
            change(&snapshot)
        }
    }
}

extension TransitionRecord {
    /// Creates the core's record of a fade.
    init(of fade: FadeSnapshot) {
        self.init(from: fade.outgoing, to: fade.incoming, plan: fade.plan)
    }
}

/// Empty metadata of streams, for `Insert`.
let noDetails = BusValue.dictionary(key: "s", value: "a{sv}", [])

func path(_ id: UInt64) -> String { TrackPath.path(of: EntryID(rawValue: id)) }

extension InterfaceModel {
    /// Returns the action of a call; the queue contains the entries 1 to 10.
    func action(
        _ method: String, _ arguments: [BusValue] = [], in snapshot: Snapshot, musicFolders: [String] = []
    ) throws -> MethodAction {
        let method = try #require(methods.first { $0.name == method })
        #expect(arguments.map(\.signature) == method.arguments.map(\.signature))
        let situation = Situation(
            snapshot: snapshot, contains: { (1...10).contains($0.rawValue) }, musicFolders: { musicFolders })
        return try method.action(MethodArguments(values: arguments), situation)
    }

    /// Returns the command that sets a property.
    func setting(_ property: String, to value: BusValue, in snapshot: Snapshot) throws -> Command? {
        let property = try #require(properties.first { $0.name == property })
        #expect(value.signature == property.signature)
        let set = try #require(property.set)
        return try set(value, snapshot)
    }

    /// Returns the value that a change to this snapshot would announce.
    func announced(_ property: String, in snapshot: Snapshot) throws -> BusValue? {
        try #require(properties.first { $0.name == property }).announced(snapshot)
    }
}

/// Returns the name of the error that `body` throws; nil if it succeeds.
func errorName(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch let error as BusError {
        #expect(!error.message.isEmpty)
        return error.name
    } catch {
        Issue.record(error)
        return nil
    }
}

/// Returns the sentence of the error that `body` throws; nil if it succeeds.
func errorMessage(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return (error as? BusError)?.message
    }
}

/// Returns the announcements between the two snapshots, in a queue of the entries from 1 on.
func announce(_ old: Snapshot, _ new: Snapshot, effects: [Effect]) -> [Announcement] {
    Announcements.of(old, new, effects: effects) { range in range.map { makeEntry(UInt64($0) + 1) } }
}

extension Announcement {
    var interface: String {
        switch self {
        case .properties(let interface, _, _), .invalidated(_, let interface, _), .signal(_, let interface, _, _):
            interface
        }
    }

    var path: String {
        switch self {
        case .properties(_, let path, _), .invalidated(_, _, let path), .signal(_, _, let path, _): path
        }
    }
}
