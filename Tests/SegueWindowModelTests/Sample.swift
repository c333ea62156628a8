import SDBus
import SegueClient

/// Values as sent by a player.
enum Sample {
    static func path(_ number: Int) -> String { "/io/github/segueplayer/Segue/Track/\(number)" }

    static func metadata(
        _ number: Int, title: String? = nil, album: String? = nil, seconds: Int64 = 100
    ) -> [String: BusValue] {
        var properties: [String: BusValue] = [
            "mpris:trackid": .objectPath(path(number)), "xesam:title": .string(title ?? "Track \(number)"),
            "xesam:artist": .strings(["Somebody"]), "mpris:length": .int64(seconds * 1_000_000),
        ]
        properties["xesam:album"] = album.map { .string($0) }
        return properties
    }

    static func track(_ number: Int) -> TrackSummary { track(number, title: nil) }

    static func track(_ number: Int, title: String?, album: String? = nil) -> TrackSummary {
        guard let track = TrackSummary(metadata: metadata(number, title: title, album: album)) else {
            preconditionFailure("The sample is no track")
        }
        return track
    }

    /// Returns the plan of a fade from track 1 to track 2.
    static func transition(start: Int64 = 90, duration: Int64 = 8, from: Int = 1, to: Int = 2) -> [String: BusValue] {
        [
            "Tier": .string("ramped"), "Reason": .string("Because."), "OutgoingTrack": .objectPath(path(from)),
            "IncomingTrack": .objectPath(path(to)), "Start": .int64(start * 1_000_000),
            "Duration": .int64(duration * 1_000_000),
            "OutgoingGains": .array(of: "d", [.double(1), .double(0.5), .double(0)]),
            "IncomingGains": .array(of: "d", [.double(0), .double(0.5), .double(1)]),
        ]
    }
}
