import Glibc
import SegueAudio
import SegueCore
import SegueFiles

/// The answers of the helper of `TitleReader`: one line for each file. An empty line means that nothing is known.
package enum TitleInquiry {
    /// The time in seconds that one file may take: generous, because a busy machine may give the program no processor
    /// time for long.
    private static let limit = 60

    /// Returns the identity of the content of the file at this path (`ContentIdentity`).
    package static func content(of path: [UInt8]) -> String { ContentIdentity(path: path)?.text ?? "" }

    /// Returns the titles of the file at this path.
    package static func titles(of path: [UInt8]) -> String {
        let entry = NewEntry(uri: FileURI.uri(pathBytes: path))
        return (try? PlayableTrack.examine(entry, artwork: nil, limit: limit))?.metadata.titles ?? ""
    }

    /// Returns the `file:` URI of a copy of the picture inside the file at this path; empty without a picture. The
    /// copies have a separate cache, so that they do not displace the player's covers.
    package static func cover(of path: [UInt8]) -> String {
        let entry = NewEntry(uri: FileURI.uri(pathBytes: path))
        let artwork = ArtworkCache(directory: "\(UserFolder.cache.path)/library-covers")
        return (try? PlayableTrack.examine(entry, artwork: artwork, limit: limit))?.metadata.artURI ?? ""
    }
}
