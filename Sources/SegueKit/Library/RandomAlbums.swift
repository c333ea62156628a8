import SegueCore

/// Albums at random, each once before any is played twice. A file has the albums that were played, one line for each.
struct RandomAlbums {
    private let path: String
    private var played: [String]

    /// - Parameter path: where the albums are kept that were played; that of this user by default. Where it can't be
    ///   read, none was.
    init(path: String = "\(UserFolder.state.path)/random-albums") {
        self.path = path
        let bytes = (try? FileAccess.read(path, limit: 16 << 20)).flatMap(\.self) ?? []
        played = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The number of an album that was not played yet, for `albumid:`; nil where there are none at all. Notes that it
    /// was, where that can be written.
    mutating func next(
        among albums: [(id: Int64, key: String)], using random: inout some RandomNumberGenerator
    ) -> Int64? {
        let marks = albums.map { Self.mark($0.key) }
        let known = Set(played)
        let last = played.last
        var rest = albums.indices.filter { !known.contains(marks[$0]) }
        if rest.isEmpty {
            // From the start again, but not with the one that was played last.
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

    /// A short text for a key.
    private static func mark(_ key: String) -> String { String(FNV1a.hash(key.utf8), radix: 36) }
}
