/// Where on its album a file says that it belongs, read from its head without a decoder: a folder of thousands is put
/// in order by it before anything of it is loaded.
struct AlbumPlace: Equatable {
    /// Empty where the file names none.
    var album = ""
    /// 1 where the file tells of no discs.
    var disc = 1
    var track: Int

    /// Nil where the file has no track number, is of another format than FLAC, Ogg, MP3 and MP4, or is damaged.
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

    /// `files` in the order of their album. Nil where a file has no number or is of another album than the first, and
    /// where `isInTime` says no: what is left is not read then.
    static func ordered(_ files: [LocalPath], while isInTime: () -> Bool) -> [LocalPath]? {
        var places: [AlbumPlace] = []
        for file in files {
            guard isInTime(), let place = read(file), place.album == places.first?.album ?? place.album else {
                return nil
            }
            places.append(place)
        }
        // Two with one number stay as they were.
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
