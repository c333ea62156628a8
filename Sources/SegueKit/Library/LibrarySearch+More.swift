import SegueCore
import SegueFiles

/// Music that the user has not named: a random album, and the continuation of the queue (`whenQueueEnds`).
extension LibrarySearch {
    /// The number of similar tracks in one answer. The next answer is similar to the last track of this one.
    static let similarTracks = 10

    /// Returns the URIs of the tracks that continue the queue. If no track is similar, returns those of a random album;
    /// none for an empty library.
    func more(
        _ request: ContinuationRequest, now: Int64, albums: RandomAlbums = RandomAlbums(),
        using random: inout some RandomNumberGenerator
    ) throws -> [String] {
        switch request.kind {
        case .stop: return []
        case .randomAlbum: return try randomAlbum(albums, now, using: &random)
        case .similar:
            let found = try similar(to: request, now, using: &random)
            return found.isEmpty ? try randomAlbum(albums, now, using: &random) : found
        }
    }

    /// Returns the URIs of the tracks of a random album, in order; none for an empty library. `now` is in seconds since
    /// 1970.
    package func randomAlbum(now: Int64) throws -> [String] {
        var random = SystemRandomNumberGenerator()
        return try randomAlbum(RandomAlbums(), now, using: &random)
    }

    private func randomAlbum(
        _ albums: RandomAlbums, _ now: Int64, using random: inout some RandomNumberGenerator
    ) throws -> [String] {
        var albums = albums
        guard let album = try albums.next(among: albumKeys(), using: &random) else { return [] }
        let figure = LibraryQuery.Condition.figure(.albumid, from: Double(album), below: Double(album) + 1)
        return try tracks(LibraryQuery([LibraryQuery.Term(figure)]), now: now).map(\.uri)
    }

    /// Returns tracks of a genre and the decade of the last track that was heard, or else by one of its artists.
    private func similar(
        to request: ContinuationRequest, _ now: Int64, using random: inout some RandomNumberGenerator
    ) throws -> [String] {
        let tags = try track(request.last.uri)?.tags
        let heard = Set(request.heard)
        for query in Self.queriesForSimilar(to: tags, request.last.metadata) {
            let rest = try tracks(query, now: now).map(\.uri).filter { !heard.contains($0) }
            if !rest.isEmpty { return Array(rest.shuffled(using: &random).prefix(Self.similarTracks)) }
        }
        return []
    }

    private static func queriesForSimilar(to tags: FileTags?, _ metadata: TrackMetadata) -> [LibraryQuery] {
        var queries: [LibraryQuery] = []
        if let year = tags?.year {
            let decade = Double(year / 10 * 10)
            queries += (tags?.genres ?? []).map { genre in
                LibraryQuery([
                    LibraryQuery.Term(.phrase(.genre, genre)),
                    LibraryQuery.Term(.figure(.year, from: decade, below: decade + 10)),
                ])
            }
        }
        let artists = tags?.artists ?? metadata.artists
        return queries + artists.map { LibraryQuery([LibraryQuery.Term(.phrase(.artist, $0))]) }
    }
}
