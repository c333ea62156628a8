import CGStreamer
import EventLoop
import Glibc
import SegueFiles

/// Covers from inside audio files or beside them, as files that other programs can show:
/// `$XDG_CACHE_HOME/segue/covers`, or `~/.cache/segue/covers`.
///
/// A file is named by the SHA-256 of its content, so the same picture always has the same URI, and different pictures
/// have different URIs. A file is written under another name and moved, so that every visible file is complete. Above
/// the size limit, the least recently requested covers are deleted, but never covers in use, nor the 16 that were
/// returned last.
///
/// May be used from any thread. Storing writes a file: not for the loop's thread.
public final class ArtworkCache: Sendable {
    /// The names of files that may not be deleted.
    private struct Kept {
        var inUse: Set<String> = []
        /// The most recently returned file names, the latest at the end.
        var recent: [String] = []
    }

    private static let recentLimit = 16

    private let directory: LocalPath?
    private let limit: Int
    private let kept = Locked(Kept())
    /// The number of bytes on disk, if known; nil before the first look. The lock is held while the disk is changed. It
    /// is separate from the lock of `kept`, which the loop's thread changes and must not wait for.
    private let size = Locked<Int?>(nil)

    /// - Parameters:
    ///   - directory: the directory for the covers; nil for the location given by the XDG base directory specification.
    ///     It is created when the first cover is stored. Without a home directory nothing is stored.
    ///   - limit: the size limit in bytes.
    public init(directory: String? = nil, limit: Int = 64 << 20) {
        self.directory = directory.map { LocalPath($0) } ?? Self.standardDirectory()
        self.limit = limit
    }

    /// Sets the covers that are shown somewhere, and so must not be deleted; replaces the earlier set. URIs of files
    /// that are not in the cache are ignored.
    public func keep(_ uris: some Sequence<String>) {
        let names = Set(uris.compactMap { FileURI.path(of: $0) }.map { String(decoding: $0.name, as: UTF8.self) })
        kept.withLock { $0.inUse = names }
    }

    /// Stores this picture, and returns its `file:` URI. The file is complete on disk when the call returns. Returns
    /// nil if the picture is not of a kind that desktops show, is larger than 16 MiB, or can't be written.
    public func store(_ picture: UnsafeRawBufferPointer) -> String? {
        guard let directory, picture.count <= ImageKind.sizeLimit, let kind = ImageKind(picture),
            let hash = Self.hash(of: picture)
        else { return nil }
        let name = "\(hash).\(kind.fileExtension)"
        let path = directory.appending(name.utf8)
        kept.withLock { kept in
            kept.recent.removeAll { $0 == name }
            kept.recent.append(name)
            kept.recent.removeFirst(max(0, kept.recent.count - Self.recentLimit))
        }
        return size.withLock { size in
            if let status = try? LocalFile.status(of: path), status.isRegular, status.size == Int64(picture.count) {
                // Just requested: the file is now the last to be deleted.
                _ = path.withCString { utimensat(AT_FDCWD, $0, nil, 0) }
                return FileURI.uri(path)
            }
            guard Self.makeDirectories(directory), Self.write(picture, to: path, in: directory) else { return nil }
            size = trimmed(directory, size: size.map { $0 + picture.count })
            return FileURI.uri(path)
        }
    }

    /// Stores a picture in a file. A later picture in the same file gets a different URI, and a picture that is deleted
    /// there is still shown.
    func store(_ file: LocalPath) -> String? {
        guard let status = try? LocalFile.status(of: file), status.size <= Int64(ImageKind.sizeLimit) else {
            return nil
        }
        return LocalFile.read(file, limit: ImageKind.sizeLimit)?.withUnsafeBytes { store($0) }
    }

    // MARK: - The size

    /// Deletes covers above the size limit, and returns the number of bytes left.
    private func trimmed(_ directory: LocalPath, size known: Int?) -> Int {
        if let known, known <= limit { return known }
        var files = Self.files(in: directory)
        var size = files.reduce(0) { $0 + $1.size }
        let names = kept.withLock { $0.inUse.union($0.recent) }
        files.sort { $0.modified < $1.modified }
        for file in files where size > limit && !names.contains(String(decoding: file.name, as: UTF8.self)) {
            if directory.appending(file.name).withCString({ unlink($0) }) == 0 { size -= file.size }
        }
        return size
    }

    private static func files(in directory: LocalPath) -> [(name: [UInt8], size: Int, modified: Int64)] {
        let items = (try? Directory.items(of: directory)) ?? []
        return items.compactMap { item in
            guard let status = try? LocalFile.status(of: directory.appending(item.name)), status.isRegular else {
                return nil
            }
            return (item.name, Int(status.size), status.modified)
        }
    }

    // MARK: - The disk

    private static func write(_ picture: UnsafeRawBufferPointer, to path: LocalPath, in directory: LocalPath) -> Bool {
        var template = directory.appending(".cover-XXXXXX".utf8).bytes.map { CChar(bitPattern: $0) } + [0]
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return false }
        var rest = picture[...]
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { break }
            rest = rest.dropFirst(written)
        }
        let isComplete = close(descriptor) == 0 && rest.isEmpty
        if isComplete, path.withCString({ rename(template, $0) }) == 0 { return true }
        unlink(template)
        return false
    }

    /// Creates directories as mkdir -p does, accessible only to the user.
    private static func makeDirectories(_ path: LocalPath) -> Bool {
        if path.withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, path.parent != path, makeDirectories(path.parent) else { return false }
        return path.withCString { mkdir($0, 0o700) } == 0 || errno == EEXIST
    }

    private static func standardDirectory() -> LocalPath? {
        if let cache = getenv("XDG_CACHE_HOME").map({ LocalPath(cString: $0) }), cache.isAbsolute {
            return cache.appending("segue/covers".utf8)
        }
        guard let home = getenv("HOME").map({ LocalPath(cString: $0) }), home.isAbsolute else { return nil }
        return home.appending(".cache/segue/covers".utf8)
    }

    private static func hash(of picture: UnsafeRawBufferPointer) -> String? {
        guard
            let text = g_compute_checksum_for_data(
                G_CHECKSUM_SHA256, picture.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(picture.count))
        else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
