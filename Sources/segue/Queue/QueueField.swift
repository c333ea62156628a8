import SegueClient

/// The fields of a format of `segue queue list --format`.
enum QueueField: String, LineField {
    case place, title, artist, album, bpm, url, artUrl, id, length, lengthSeconds

    /// Returns the text of the field for an entry and its place, from 1; nil if unknown.
    func text(_ entry: (place: Int, track: TrackSummary)) -> String? {
        self == .place ? "\(entry.place)" : TrackField(rawValue: rawValue)?.text(entry.track)
    }
}
