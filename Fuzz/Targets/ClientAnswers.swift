import SDBus
import SegueClient
import SegueCore
import SegueWindowModel

/// Replies, properties and signals from a player that may be any program: a client reads the parts that make sense.
enum ClientAnswers {
    static func read(_ bytes: [UInt8]) {
        var reader = ValueReader(bytes)
        while !reader.isAtEnd {
            switch reader.byte() % 5 {
            case 0: _ = TrackSummary(metadata: properties(&reader))
            case 1: _ = PlannedTransition(properties(&reader))
            case 2:
                guard let envelope = Envelope(reply: values(&reader)) else { continue }
                let peaks = envelope.peaks(from: 0.2, to: 0.7)
                precondition([peaks.low, peaks.middle, peaks.high].allSatisfy { (0...1).contains($0) })
            case 3:
                var tracks = PlaylistTracks(path: "/p", name: "p")
                tracks.take(values(&reader))
                precondition(tracks.length.map { $0 > .zero } ?? true)
            default:
                let answer = values(&reader)
                precondition(answer.first?.asShare.map { (0...1).contains($0) } ?? true)
                precondition(answer.first?.asFigure.map { abs($0) <= 1e9 } ?? true)
            }
        }
    }

    private static func properties(_ reader: inout ValueReader) -> [String: BusValue] {
        // The names with a meaning, with values of any type.
        let names = [
            "mpris:trackid", "mpris:length", "xesam:title", "xesam:artist", "xesam:url", "Duration", "Length", "Kind",
            "OutgoingBeats", "IncomingTempo", "Begin", "End", "Reason", "Choice", "Explanation", "Outgoing", "Incoming",
        ]
        let count = Int(reader.byte() % 8)
        return Dictionary((0..<count).map { _ in (names[Int(reader.byte()) % names.count], reader.anything()) }) {
            $1
        }
    }

    private static func values(_ reader: inout ValueReader) -> [BusValue] {
        (0..<Int(reader.byte() % 4)).map { _ in reader.anything() }
    }
}
