import Glibc
import SegueAudio
import SegueCore
import SegueFiles

/// The other side of `TitleReader`: what the program says of each file, on a line of its own. An empty line says that
/// nothing is known.
package enum TitleInquiry {
    /// Seconds that one file may take. On a busy machine the program gets nothing for long.
    private static let limit = 60

    /// What the file at this path holds (`ContentIdentity`).
    package static func content(of path: [UInt8]) -> String { ContentIdentity(path: path)?.text ?? "" }

    /// What lists show of the file at this path.
    package static func titles(of path: [UInt8]) -> String {
        let entry = NewEntry(uri: FileURI.uri(pathBytes: path))
        return (try? PlayableTrack.examine(entry, artwork: nil, limit: limit))?.metadata.titles ?? ""
    }

    /// The `file:` URI of a copy of the picture inside of the file at this path; empty without a picture. The copies
    /// have a cache of their own, so that the player's covers outlive them.
    package static func cover(of path: [UInt8]) -> String {
        let entry = NewEntry(uri: FileURI.uri(pathBytes: path))
        let artwork = ArtworkCache(directory: "\(UserFolder.cache.path)/library-covers")
        return (try? PlayableTrack.examine(entry, artwork: artwork, limit: limit))?.metadata.artURI ?? ""
    }
}
