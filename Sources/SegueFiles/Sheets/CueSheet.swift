package import SegueCore

/// The tracks of one long file, or of several: a cue sheet, or the chapters inside a file.
package struct CueSheet: Sendable, Hashable {
    /// A track of the sheet.
    package struct Track: Sendable, Hashable {
        /// The name of the file as written: a path, possibly relative to the sheet. Empty for the file that contains
        /// the sheet.
        package var file: [UInt8] = []
        /// The number of the track, from 1.
        package var number: Int
        package var title: String?
        package var artist: String?
        package var composer: String?
        /// The part of the file; nil for all of it.
        package var excerpt: Excerpt?
    }

    package internal(set) var album: String?
    package internal(set) var artist: String?
    package internal(set) var genre: String?
    package internal(set) var year: Int?
    /// The number of the disc in the album, from 1.
    package internal(set) var disc: Int?
    package internal(set) var tracks: [Track] = []

    /// The largest number of bytes of a sheet. A sheet of 99 tracks has some 10 kB.
    package static let longest = 1 << 20
    /// The largest number of tracks. Audiobooks have hundreds of chapters.
    static let mostTracks = 2000

    /// Parses the text of a cue sheet. Lines that make no sense are skipped. Nil if no track is left.
    package init?(_ content: some Collection<UInt8>) {
        var reader = CueSheetReader()
        for line in TextDecoding.text(content).split(whereSeparator: \.isNewline) { reader.read(line) }
        self = reader.finish()
        if tracks.isEmpty { return nil }
    }

    /// Reads the cue sheet at this path. Nil if it can't be read, or has no tracks.
    package init?(at path: LocalPath) {
        guard let content = LocalFile.read(path, limit: Self.longest) else { return nil }
        self.init(content)
    }

    /// Creates a sheet of chapters from their beginnings, in any order. What precedes the first one is part of it. Nil
    /// with fewer than two chapters, which would be the whole file.
    init?(chapters: [(start: MediaTime, title: String?)]) {
        let sorted = chapters.filter { $0.start >= .zero }.sorted { $0.start < $1.start }.prefix(Self.mostTracks)
        let ends = sorted.dropFirst().map { MediaTime?.some($0.start) } + [nil]
        for (chapter, end) in zip(sorted, ends) {
            // Of several chapters at one position, the last one counts.
            let start = tracks.isEmpty ? .zero : chapter.start
            guard let excerpt = Excerpt(from: start, to: end) else { continue }
            tracks.append(Track(number: tracks.count + 1, title: chapter.title, excerpt: excerpt))
        }
        if tracks.count < 2 { return nil }
    }

    init() {}
}

extension CueSheet {
    /// Returns the tags of a track: those of the sheet, and those of the file that hold for each of its parts. The tags
    /// of a file that is a single track count, if it has a title.
    package func tags(of track: Track, in file: FileTags) -> FileTags {
        guard track.excerpt != nil || file.title == nil else { return file }
        var tags = FileTags()
        tags.title = track.title
        tags.artists = [track.artist ?? artist].compactMap(\.self)
        if tags.artists.isEmpty { tags.artists = file.artists }
        tags.albumArtists = artist.map { [$0] } ?? file.albumArtists
        // The title of a file with chapters is that of the whole.
        tags.album = album ?? file.album ?? file.title
        tags.genres = genre.map { [$0] } ?? file.genres
        tags.composers = track.composer.map { [$0] } ?? file.composers
        tags.year = year ?? file.year
        tags.track = track.number
        tags.disc = disc ?? file.disc
        let length = file.length.map { MediaTime(nanoseconds: $0 * 1_000_000) }
        tags.length = (track.excerpt.map { $0.length(of: length) } ?? length).map { $0.nanoseconds / 1_000_000 }
        (tags.codec, tags.rate, tags.hasPicture) = (file.codec, file.rate, file.hasPicture)
        return tags
    }

    /// Returns the metadata of a track of the sheet alone. The file has the rest.
    func metadata(of track: Track) -> TrackMetadata {
        var metadata = TrackMetadata()
        metadata.title = track.title
        metadata.artists = [track.artist ?? artist].compactMap(\.self)
        metadata.album = album
        metadata.albumArtists = [artist].compactMap(\.self)
        metadata.trackNumber = Int32(exactly: track.number)
        metadata.discNumber = disc.flatMap { Int32(exactly: $0) }
        metadata.genres = [genre].compactMap(\.self)
        metadata.composers = [track.composer].compactMap(\.self)
        metadata.duration = track.excerpt?.length(of: nil)
        return metadata
    }
}
