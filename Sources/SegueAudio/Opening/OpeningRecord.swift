import EventLoop
import SegueCore

/// The files being opened, on disk, so that a player started after a crash knows which files not to open by itself.
///
/// A decoder runs inside the process, and a crash of the decoder ends the player. With the queue on disk, that would
/// happen again at every start. Everything that opens media therefore reports here, before it begins and when it has
/// finished: each deck, the search for silence, the examination of upcoming entries. A file that was being opened when
/// a player ended without closing its record is under suspicion from then on. It stays so across all starts, and is
/// skipped until the user asks for it by name. A file that merely played is not under suspicion, however the player
/// ended. Nor is a file that the player had open before and opened again, at another position.
///
/// The record is written without waiting for the disk. Data that a process has written outlives the process, and after
/// a power cut no file is to blame. From any thread; methods that are documented to write may block on the disk.
public final class OpeningRecord: Sendable {
    private struct State {
        var opening: [String] = []
        /// The suspects, the latest one last.
        var suspects: [String] = []
        /// The files that this player has had open.
        var proven: Set<String> = []
    }

    private let path: String?
    private let state = Locked(State())
    private let file = Locked<OpeningFile?>(nil)

    /// The number of suspects, and the length of a URI, that are remembered: a record is read at every start.
    private static let suspectLimit = 100
    private static let lengthLimit = 8 << 10

    /// - Parameter path: absolute, in a folder that exists; nil for a player that keeps no queue, and so suspects
    ///   nothing.
    public init(path: String? = nil) {
        self.path = path
    }

    /// Reads the last player's record, and takes over the file. Returns the URIs that are newly under suspicion.
    /// Suspects nothing if the file can't be used, or if another player uses it. Reads and writes. Call once, before
    /// anything is opened.
    public func takeOver() -> [String] {
        guard let path, let found = OpeningFile(path: path) else { return [] }
        let left = found.read()
        var new: [String] = []
        for uri in left.opening where !left.suspects.contains(uri) && !new.contains(uri) { new.append(uri) }
        let suspects = Array((left.suspects + new).suffix(Self.suspectLimit))
        state.withLock { $0.suspects = suspects }
        file.withLock { $0 = found }
        write()
        return new
    }

    /// Notes that `uri` is being opened, until the returned entry ends; but not if this player has had it open before.
    /// Writes.
    func begin(_ uri: String) -> OpeningEntry {
        if uri.utf8.count <= Self.lengthLimit, !uri.utf8.contains(OpeningFile.separator) {
            let isNew = state.withLock { state in
                guard !state.proven.contains(uri) else { return false }
                state.opening.append(uri)
                return true
            }
            if isNew { write() }
        }
        return OpeningEntry(of: uri, in: self)
    }

    fileprivate func end(_ uri: String, isProven: Bool) {
        let wasOpen = state.withLock { state in
            if isProven { state.proven.insert(uri) }
            guard let index = state.opening.firstIndex(of: uri) else { return false }
            state.opening.remove(at: index)
            return true
        }
        if wasOpen { write() }
    }

    /// Returns the reason why `uri` is not opened; nil if it is not under suspicion.
    func objection(to uri: String) -> AudioPlayerError? {
        guard state.withLock({ $0.suspects.contains(uri) }) else { return nil }
        return .fileLoadFailed(
            path: ErrorSentences.place(uri), reason: Reason.crashedPlayer.text())
    }

    /// Clears the suspicion against `uri`, because the user asks for it by name; it may come under suspicion again.
    /// Returns at once; written with the next file that is opened.
    public func trust(_ uri: String) {
        state.withLock { $0.suspects.removeAll { $0 == uri } }
    }

    /// Ends the record at a regular end of the player: no file that is being opened is to blame. Writes; nothing is
    /// noted afterwards.
    public func close() {
        state.withLock { $0.opening = [] }
        write()
        file.withLock { $0 = nil }
    }

    private func write() {
        file.withLock { file in
            // Read inside the lock, so that the last write has the newest state.
            let (opening, suspects) = state.withLock { ($0.opening, $0.suspects) }
            // If its folder is missing, the file is created again with the next file that is opened.
            if file?.isRemoved == true, let new = path.flatMap(OpeningFile.init) { file = new }
            file?.write(OpeningFile.Content(opening: opening, suspects: suspects))
        }
    }
}

/// A file being opened, in the record until the entry ends.
final class OpeningEntry: Sendable {
    private let uri: String
    // Weak: if the record has been released, there is nothing to end.
    private weak let record: OpeningRecord?
    private let hasEnded = Locked(false)

    fileprivate init(of uri: String, in record: OpeningRecord) {
        self.uri = uri
        self.record = record
    }

    deinit {
        end()
    }

    /// Ends the entry: the media is open or, unless it `isProven`, has been cancelled and released. Writes; does
    /// nothing the second time.
    func end(isProven: Bool = false) {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        if isFirst { record?.end(uri, isProven: isProven) }
    }
}
