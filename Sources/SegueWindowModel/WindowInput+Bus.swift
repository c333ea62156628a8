public import SDBus
import SegueClient
import SegueCore
import SegueMPRIS

extension WindowInput {
    /// Interprets a signal of the player's own interfaces; nil for a signal that the window ignores.
    public init?(_ signal: BusSignal) {
        let arguments = signal.arguments
        switch (signal.member, arguments.count) {
        case ("Inserted", 2):
            guard let after = arguments[0].asObjectPath else { return nil }
            self = .inserted(after: Self.entry(after), entries: Self.tracks(arguments[1]))
        case ("Removed", 1): self = .removed(arguments[0].asObjectPaths ?? [])
        case ("Moved", 2):
            guard let entry = arguments[0].asObjectPath, let after = arguments[1].asObjectPath else { return nil }
            self = .moved(entry, after: Self.entry(after))
        case ("Replaced", _): self = .replaced
        case ("MetadataChanged", 1):
            guard let track = arguments[0].asProperties.flatMap(TrackSummary.init(metadata:)) else { return nil }
            self = .entriesChanged([track])
        case ("EntriesChanged", 1): self = .entriesChanged(Self.tracks(arguments[0]))
        case ("EnvelopeKnown", 1):
            guard let track = arguments[0].asObjectPath else { return nil }
            self = .envelopeKnown(track: track)
        case ("PlaylistChanged", 1), ("TracksChanged", 1): self = .playlistsChanged
        case ("Progress", 1): self = .musicRead(files: arguments[0].asCount ?? 0)
        case ("Changed", 1): self = .musicChanged
        case ("Event", 2):
            guard let kind = arguments[0].asString, let text = arguments[1].asString else { return nil }
            self = .event(kind: kind, text: text)
        default: return nil
        }
    }

    /// Interprets the answer to a request; nil for requests of the mirror, which its follower carries out.
    public init?(answer: [BusValue]?, to request: WindowRequest) {
        switch request {
        case .player: return nil
        case .page(let page):
            if let answer, answer.count == 2, let revision = answer[0].asUInt64 {
                self = .page(page, revision: revision, entries: Self.tracks(answer[1]))
            } else {
                self = .pageFailed(page)
            }
        case .envelope(let track): self = .envelope(track: track, answer.flatMap(Envelope.init(reply:)))
        }
    }

    private static func entry(_ path: String) -> String? { path == TrackPath.none ? nil : path }

    private static func tracks(_ value: BusValue) -> [TrackSummary] {
        (value.asArray ?? []).compactMap { $0.asProperties.flatMap(TrackSummary.init(metadata:)) }
    }
}
