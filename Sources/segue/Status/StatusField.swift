import SegueClient
import SegueKit

/// The fields of a format of `segue status --format`.
enum StatusField: String, LineField {
    case title, artist, album, bpm, url, artUrl, id, length, lengthSeconds
    case position, positionSeconds, remaining
    case status, state, statusText, volume, mute
    case `repeat`, shuffle, single, consume, stopAfterTrack
    case place, count
    case outgoing, incoming, fade
    case output, error, connecting

    /// True if the field changes by itself while a track plays.
    var moves: Bool {
        switch self {
        case .position, .positionSeconds, .remaining, .fade: true
        case .title, .artist, .album, .bpm, .url, .artUrl, .id, .length, .lengthSeconds, .status, .state, .statusText,
            .volume, .mute, .repeat, .shuffle, .single, .consume, .stopAfterTrack, .place, .count, .outgoing, .incoming,
            .output, .error, .connecting:
            false
        }
    }

    /// Returns the text of the field; nil if unknown or absent.
    func text(_ report: StatusReport) -> String? {
        let properties = report.properties
        let text =
            switch self {
            case .title, .artist, .album, .bpm, .url, .artUrl, .id, .length, .lengthSeconds:
                properties.track.flatMap { TrackField(rawValue: rawValue)?.text($0) }
            case .position: properties.track.map { _ in report.position.description }
            case .positionSeconds: properties.track.map { _ in JSONValue.number(report.position.seconds).text }
            case .remaining: properties.track?.length.map { max($0 - report.position, .zero).description }
            case .status: properties.playbackStatus
            case .state: properties.state
            case .statusText: properties.statusText
            case .volume: "\(Int((properties.volume * 100).rounded()))"
            case .mute: Self.word(properties.isMuted)
            case .repeat: properties.repeatMode
            case .shuffle: properties.shuffle
            case .single: Self.word(properties.isSingle)
            case .consume: Self.word(properties.consumes)
            case .stopAfterTrack: Self.word(properties.stopsAfterTrack)
            case .place: properties.queueIndex.map { "\($0 + 1)" }
            case .count: "\(properties.queueCount)"
            case .outgoing: report.outgoing?.displayName
            case .incoming: properties.fade.flatMap { _ in report.incoming?.displayName }
            case .fade: report.fadeProgress.map { "\(Int($0 * 100))" }
            case .output: properties.output
            case .error: properties.error
            case .connecting: properties.connecting
            }
        return text.flatMap { $0.isEmpty ? nil : printable($0) }
    }

    private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}
