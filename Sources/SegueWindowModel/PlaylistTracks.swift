public import SDBus
import SegueClient
public import SegueCore

/// The tracks of a playlist, read in pages.
public struct PlaylistTracks: Sendable {
    /// The largest number of tracks in a page (Playlists1).
    public static let page = 250

    /// The object path of the playlist.
    public let path: String
    public let name: String
    public private(set) var rows: [MusicBrowser.Row] = []
    /// True once all pages have been read.
    public private(set) var isComplete = false

    /// Creates a playlist from which nothing has been read yet.
    public init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// Receives the answer of `Playlists1.Tracks` to the request for the rows after the known ones. An empty or
    /// malformed answer is the end of the playlist.
    public mutating func take(_ reply: [BusValue]) {
        let tracks = (reply.first?.asArray ?? []).compactMap(\.asStructure).filter { $0.count == 3 }
        for track in tracks {
            let duration = track[2].asTime.flatMap { $0 > .zero ? $0 : nil }
            lengths.append(duration)
            rows.append(row(at: track[0].asString ?? "", title: track[1].asString ?? "", duration))
        }
        isComplete = tracks.count < Self.page
    }

    private var lengths: [MediaTime?] = []

    /// The total length of all tracks; nil if any length is unknown, and without tracks.
    public var length: MediaTime? {
        let known = lengths.compactMap(\.self)
        return known.isEmpty || known.count < lengths.count ? nil : known.reduce(.zero, +)
    }

    private func row(at location: String, title: String, _ duration: MediaTime?) -> MusicBrowser.Row {
        // Only the player can resolve a relative path.
        let isAbsolute = location.hasPrefix("/") || location.contains("://")
        let name = title.isEmpty ? ResourceName.title(of: location) : title
        // The artist comes first, and would leave no room for the title in a narrow list.
        let separator = name.firstRange(of: " – ")
        let file = location.hasPrefix("file://") ? location : nil
        return MusicBrowser.Row(
            title: separator.map { String(name[$0.upperBound...]) } ?? name,
            subtitle: separator.map { String(name[..<$0.lowerBound]) } ?? "",
            detail: duration.map { ClockText.text($0) } ?? "", icon: "audio-x-generic-symbolic",
            audio: file, file: file, coverName: name, target: .track(isAbsolute ? location : ""))
    }
}
