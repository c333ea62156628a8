import SegueCore

/// Random albums, each once before any is played twice. A file has the albums that were played, one line for each.
struct RandomAlbums {
    private let path: String
    private var played: [String]

    /// - Parameter path: the path of the file with the albums that were played; by default that of this user. If it
    ///   can't be read, no album counts as played.
    init(path: String = "\(UserFolder.state.path)/random-albums") {
        self.path = path
        let bytes = (try? FileAccess.read(path, limit: 16 << 20)).flatMap(\.self) ?? []
        played = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns the number of an album that was not played yet, for `albumid:`; nil if there are no albums. Records the
    /// album as played, if the file can be written.
    mutating func next(
        among albums: [(id: Int64, key: String)], using random: inout some RandomNumberGenerator
    ) -> Int64? {
        let marks = albums.map { Self.mark($0.key) }
        let known = Set(played)
        let last = played.last
        var rest = albums.indices.filter { !known.contains(marks[$0]) }
        if rest.isEmpty {
            // Starts again, but not with the album that was played last.
            played = []
            rest = albums.indices.filter { albums.count == 1 || marks[$0] != last }
        }
        guard let chosen = rest.randomElement(using: &random) else { return nil }
        played.append(marks[chosen])
        save()
        return albums[chosen].id
    }

    private func save() {
        let text = played.map { $0 + "\n" }.joined()
        try? FileAccess.createFolder(FileAccess.folder(of: path))
        try? FileAccess.replace(path, with: Array(text.utf8))
    }

    /// Returns a short text for a key.
    private static func mark(_ key: String) -> String { String(FNV1a.hash(key.utf8), radix: 36) }
}
