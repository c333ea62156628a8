import SegueCore

/// The state of the music library, and the kernel's limit of watches for noticing its changes.
struct LibraryExamination {
    var tracks: Int
    var folders: Int
    /// The largest number of folders that the kernel watches for one user (inotify(7)); nil if unknown.
    var watches: Int?

    private static let limitFile = "/proc/sys/fs/inotify/max_user_watches"

    /// The library of this user; nil if nothing has been read yet, or if the index can't be read.
    static var user: LibraryExamination? {
        guard let library = LibrarySearch.user,
            let tracks = try? library.count(LibraryQuery(), now: LibraryTime.now),
            let folders = try? library.countFolders()
        else { return nil }
        let limit = (try? FileAccess.read(limitFile, limit: 64)).flatMap { bytes in
            Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
        }
        return LibraryExamination(tracks: tracks, folders: folders, watches: limit)
    }

    var finding: Finding {
        guard tracks > 0 else {
            return Finding(
                "Music library", .note, "no tracks in the music folders",
                remedy: "segue config set musicFolders FOLDER")
        }
        func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
        let extent = "\(counted(tracks, "track")) in \(counted(folders, "folder"))"
        guard let watches, watches < folders else { return Finding("Music library", .ok, extent) }
        // Other programs of the same user have watches too.
        let wanted = max(2 * folders, 65536)
        return Finding(
            "Music library", .note,
            "\(extent); the kernel watches at most \(watches) for one user, so that changes in others are found hourly",
            remedy: "sudo sysctl fs.inotify.max_user_watches=\(wanted)")
    }
}
