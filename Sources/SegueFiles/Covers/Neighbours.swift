import Glibc

/// The files beside an audio file that belong to it: the cover of its folder, and its lyrics.
public struct Neighbours: Sendable {
    /// The cover picture; nil if the folder has no picture in a format that desktops show.
    public private(set) var cover: LocalPath?
    private(set) var lyrics: LocalPath?

    /// The names and extensions of covers, in order of preference.
    private static let coverNames = ["cover", "folder", "front", "album"]
    private static let coverExtensions = ["jpg", "jpeg", "png", "webp"]

    /// Reads the folder once. Blocks: not for the loop's thread.
    public init(of path: LocalPath) {
        let folder = path.parent
        let stem = path.stem
        let items = (try? Directory.items(of: folder)) ?? []
        lyrics = items.lazy.filter(Self.mayBeFile).map { folder.appending($0.name) }
            .last { $0.fileExtension == "lrc" && $0.stem == stem }
        cover = Self.cover(among: items, of: folder)
    }

    /// Returns the cover among the items of a folder; nil if none has a format that desktops show. Opens the files
    /// whose names are those of a cover.
    package static func cover(among items: [Directory.Item], of folder: LocalPath) -> LocalPath? {
        var covers: [(rank: Int, path: LocalPath)] = []
        for item in items where mayBeFile(item) {
            let candidate = folder.appending(item.name)
            if let rank = rank(of: candidate) { covers.append((rank, candidate)) }
        }
        // Names that differ only in case have the same rank. The order of bytes then decides, not the order of the
        // folder.
        covers.sort { ($0.rank, $0.path.description) < ($1.rank, $1.path.description) }
        return covers.first { isPicture($0.path) }?.path
    }

    private static func mayBeFile(_ item: Directory.Item) -> Bool { item.kind == .regular || item.kind == .unknown }

    /// The whole text of the lyrics file with its time stamps, cut to the size that the bus accepts; nil without a
    /// lyrics file.
    public var lyricsText: String? {
        guard let lyrics, let bytes = LocalFile.read(lyrics, limit: 2 * TagText.lyricsLimit) else { return nil }
        return TagText.lines(TextDecoding.text(bytes), limit: TagText.lyricsLimit)
    }

    private static func rank(of path: LocalPath) -> Int? {
        guard let kind = coverExtensions.firstIndex(of: path.fileExtension),
            let name = coverNames.firstIndex(of: String(decoding: path.stem, as: UTF8.self).lowercased())
        else { return nil }
        return name * coverExtensions.count + kind
    }

    private static func isPicture(_ path: LocalPath) -> Bool {
        let kind: ImageKind? = LocalFile.withOpenFile(path) { descriptor, status in
            guard status.size <= Int64(ImageKind.sizeLimit) else { return nil }
            return LocalFile.bytes(of: descriptor, at: 0, count: 30).flatMap { ImageKind($0) }
        }
        return kind != nil
    }
}
