/// The position of a file in its album, read from the head of the file without a decoder. A folder of thousands of
/// files is sorted by it before any file is loaded.
struct AlbumPlace: Equatable {
    /// The name of the album; empty if the file names none.
    var album = ""
    /// The number of the disc; 1 if the file gives none.
    var disc = 1
    var track: Int

    /// Reads the position. Nil if the file has no track number, has a format other than FLAC, Ogg, MP3 and MP4, or is
    /// damaged.
    static func read(_ path: LocalPath) -> AlbumPlace? {
        LocalFile.withOpenFile(path) { descriptor, status in
            var window = FileWindow(descriptor: descriptor, size: status.size)
            return AlbumPlace(fields(&window))
        }
    }

    private static func fields(_ window: inout FileWindow) -> AlbumFields {
        let head = window.bytes(at: 0, count: 8)
        if head.starts(with: "fLaC".utf8) { return VorbisComments.ofFLAC(&window) }
        if head.starts(with: "OggS".utf8) { return VorbisComments.ofOgg(&window) }
        if head.starts(with: "ID3".utf8) { return ID3Numbers.read(&window) }
        if head.dropFirst(4).starts(with: "ftyp".utf8) { return MP4Numbers.read(&window) }
        return AlbumFields()
    }

    /// Returns `files` in the order of their album. Nil if a file has no track number, or belongs to another album than
    /// the first file. Nil also as soon as `isInTime` returns false: the other files are then not read.
    static func ordered(_ files: [LocalPath], while isInTime: () -> Bool) -> [LocalPath]? {
        var places: [AlbumPlace] = []
        for file in files {
            guard isInTime(), let place = read(file), place.album == places.first?.album ?? place.album else {
                return nil
            }
            places.append(place)
        }
        // Files with the same number keep their order.
        let order = files.indices.sorted { left, right in
            (places[left].disc, places[left].track, left) < (places[right].disc, places[right].track, right)
        }
        return order.map { files[$0] }
    }
}

extension AlbumPlace {
    fileprivate init?(_ fields: AlbumFields) {
        guard let track = fields.track else { return nil }
        self.init(album: fields.album ?? "", disc: fields.disc ?? 1, track: track)
    }
}
