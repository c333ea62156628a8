import SegueClient
import SegueKit

/// The fields of a track in a line format.
enum TrackField: String, LineField {
    case title, artist, album, bpm, url, artUrl, id, length, lengthSeconds

    func text(_ track: TrackSummary) -> String? {
        let text =
            switch self {
            case .title: track.title
            case .artist: track.artists.joined(separator: ", ")
            case .album: track.album
            case .bpm: track.beatsPerMinute.map { "\($0)" }
            case .url: track.uri
            case .artUrl: track.artURI
            case .id: track.id
            case .length: track.length?.description
            case .lengthSeconds: track.length.map { JSONValue.number($0.seconds).text }
            }
        return text.flatMap { $0.isEmpty ? nil : printable($0) }
    }
}
