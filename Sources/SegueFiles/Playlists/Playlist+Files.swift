import SegueCore

extension Playlist.Item {
    /// Returns the file that the item names in a playlist of this folder: the first reading of the location that
    /// exists. Nil for a URI, and if there is no such file.
    public func file(in folder: LocalPath) -> LocalPath? {
        guard FileURI.addressScheme(of: String(decoding: location, as: UTF8.self)) == nil else { return nil }
        func path(_ bytes: [UInt8]?) -> LocalPath? {
            guard let bytes, !bytes.contains(0) else { return nil }
            let path = LocalPath(bytes: bytes).absolute(in: folder)
            return (try? LocalFile.status(of: path)) == nil ? nil : path
        }
        // The later readings are for a playlist written on Windows, or in an encoding of Windows.
        let found =
            path(isReference ? decodedReference : nil) ?? path(location)
            ?? path(location.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
            ?? path(Array(TextDecoding.text(location).utf8))
        return found?.simplified
    }

    /// The path of a relative URI reference, without the fragment of an excerpt.
    private var decodedReference: [UInt8]? {
        FileURI.decoded(Excerpt.file(of: String(decoding: location, as: UTF8.self)).utf8)
    }

    /// Returns the path that the location names if it is read as it stands, for a file that is missing; nil for an
    /// address.
    func missingFile(in folder: LocalPath) -> LocalPath? {
        guard FileURI.addressScheme(of: String(decoding: location, as: UTF8.self)) == nil, !location.contains(0) else {
            return nil
        }
        return LocalPath(bytes: location).absolute(in: folder).withoutParentComponents
    }
}

extension LocalPath {
    /// The path without `..`, if that names the same file.
    var simplified: LocalPath {
        let simple = withoutParentComponents
        guard simple != self, let old = try? LocalFile.status(of: self), let new = try? LocalFile.status(of: simple),
            old.inode == new.inode, old.device == new.device
        else { return self }
        return simple
    }
}
