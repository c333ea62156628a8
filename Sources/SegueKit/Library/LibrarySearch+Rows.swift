import SegueCore
import SegueFiles
import SegueMPRIS

/// Answers for clients on the bus.
extension LibrarySearch {
    /// Returns the requested rows.
    func rows(_ request: LibraryRequest, now: Int64) throws -> LibraryRows {
        let (query, limit, offset) = (request.query, request.limit, request.offset)
        func names(_ listed: [Listed]) -> LibraryRows {
            .names(listed.map { LibraryName(name: $0.name, count: $0.count) })
        }
        func items(_ tracks: [LibraryTrack]) -> LibraryRows {
            .tracks(
                tracks.map { track in
                    var metadata = track.metadata
                    metadata.artURI = track.cover.map { FileURI.uri($0) }
                    return LibraryItem(uri: track.uri, metadata: metadata)
                })
        }
        return switch request.kind {
        case .tracks: items(try tracks(query, now: now, limit: limit, offset: offset))
        case .track(let uri):
            items(try track(uri).map { [$0] } ?? [])
        case .albums:
            .albums(
                try albums(query, now: now, limit: limit, offset: offset).map { album in
                    LibraryAlbum(
                        id: album.id, title: album.title, artists: album.artists, year: album.year,
                        count: album.count, uri: album.first.map { FileURI.uri($0) } ?? "",
                        artURI: album.cover.map { FileURI.uri($0) })
                })
        case .artists: names(try artists(query, now: now, limit: limit, offset: offset))
        case .genres: names(try genres(query, now: now, limit: limit, offset: offset))
        case .folders(let uri):
            .names(
                try folders(in: FileURI.pathBytes(of: uri).map { LocalPath(bytes: $0) }).dropFirst(offset).prefix(limit)
                    .map { path, count in
                        LibraryName(
                            name: String(decoding: path.name, as: UTF8.self), count: count,
                            uri: FileURI.uri(path))
                    })
        }
    }
}

extension LibraryTrack {
    /// The tags in the form of the queue, always with a title.
    var metadata: TrackMetadata {
        var metadata = TrackMetadata()
        metadata.title = displayTitle
        metadata.artists = tags.artists
        metadata.album = tags.album
        metadata.albumArtists = tags.albumArtists
        metadata.trackNumber = tags.track.map { Int32(clamping: $0) }
        metadata.discNumber = tags.disc.map { Int32(clamping: $0) }
        metadata.genres = tags.genres
        metadata.composers = tags.composers
        metadata.contentCreated = tags.year.map { String($0) + "-01-01T00:00:00" }
        metadata.duration = duration
        metadata.format = tags.codec.isEmpty ? nil : tags.codec
        metadata.sampleRate = tags.rate.map { Int32(clamping: $0) }
        return metadata
    }
}
