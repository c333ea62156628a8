import SegueCore

/// The cue sheets of a folder, by the audio files that they name.
package struct FolderSheets {
    /// A sheet, with the tracks of one file.
    package struct Division: Sendable, Hashable {
        package var sheet: CueSheet
        package var tracks: [CueSheet.Track]
        /// The time of the last change of the sheet, in nanoseconds since 1970.
        package var modified: Int64
    }

    private var divisions: [LocalPath: Division] = [:]

    /// Reads the sheets among the files of a folder. Of several sheets of a file, the first one counts.
    package init(among files: [LocalPath]) {
        let paths = files.filter(AudioFileName.isSheet)
        guard !paths.isEmpty else { return }
        let audio = files.filter(AudioFileName.isAudio)
        for path in paths {
            guard let status = try? LocalFile.status(of: path), let sheet = CueSheet(at: path) else { continue }
            for (name, tracks) in Dictionary(grouping: sheet.tracks, by: \.file) {
                guard let file = Self.file(named: name, in: path, among: audio), divisions[file] == nil else {
                    continue
                }
                divisions[file] = Division(sheet: sheet, tracks: tracks, modified: status.modified)
            }
        }
    }

    package subscript(file: LocalPath) -> Division? { divisions[file] }

    /// Returns the audio file that a sheet names, among the files of its folder: the one of that name, of that name in
    /// another format, or of the sheet's name. Nil if there is none. Sheets are often kept when the audio is converted.
    static func file(named name: [UInt8], in sheet: LocalPath, among audio: [LocalPath]) -> LocalPath? {
        let separators = Set("/\\".utf8)
        let start = name.lastIndex(where: separators.contains).map { $0 + 1 } ?? 0
        let last = LocalPath(bytes: name[start...])
        return audio.first { $0.name == last.name } ?? audio.first { $0.stem == last.stem }
            ?? audio.first { $0.stem == sheet.stem }
    }

    /// Returns the entry of a track in this file.
    static func entry(of track: CueSheet.Track, in sheet: CueSheet, at file: LocalPath) -> NewEntry {
        NewEntry(uri: FileURI.uri(file, track.excerpt), metadata: sheet.metadata(of: track))
    }

    /// Reads the sheets of this folder.
    init(of folder: LocalPath) {
        self.init(among: ((try? Directory.items(of: folder)) ?? []).map { folder.appending($0.name) })
    }

    /// Returns the entry of an excerpt, with the metadata of the sheet beside the file that has such a track; without
    /// metadata if there is no such sheet.
    func entry(of excerpt: Excerpt, of file: LocalPath) -> NewEntry {
        let division = self[file]
        let track = division?.tracks.first { $0.excerpt == excerpt }
        guard let division, let track else { return NewEntry(uri: FileURI.uri(file, excerpt)) }
        return Self.entry(of: track, in: division.sheet, at: file)
    }
}
