import EventLoop
import SegueCore

/// What is being opened, on disk, so that a player that is started after a crash knows what not to open by itself.
///
/// A decoder runs inside the process, and what ends the process ends the player. With the queue on disk, that would
/// happen again at every start. So everything that opens media says so here, before it begins and when it is through:
/// each deck, the search for silence, the look into what comes next. Whatever was being opened when a player ended
/// without closing its record is under suspicion from then on, across all starts, and is passed over until somebody
/// asks for it by name. What merely played is not under suspicion, however the player ended; nor is what the player had
/// open before and opened again, at another place.
///
/// The record is written without waiting for the disk: what a process has written is there after its end, and after a
/// power cut nothing is to blame. From any thread; methods that say that they write may block on the disk.
public final class OpeningRecord: Sendable {
    private struct State {
        var opening: [String] = []
        /// The latest suspect comes last.
        var suspects: [String] = []
        /// What this player has had open.
        var proven: Set<String> = []
    }

    private let path: String?
    private let state = Locked(State())
    private let file = Locked<OpeningFile?>(nil)

    /// More suspects than this, and longer URIs, are not remembered: a record is read at every start.
    private static let suspectLimit = 100
    private static let lengthLimit = 8 << 10

    /// - Parameter path: absolute, in a folder that exists; nil for a player that keeps no queue, and so suspects
    ///   nothing.
    public init(path: String? = nil) {
        self.path = path
    }

    /// Reads what the last player left, and takes the file over. Returns the URIs that are newly under suspicion.
    /// Suspects nothing when the file can't be used, or another player uses it. Reads and writes. To be called once,
    /// before anything is opened.
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

    /// Why `uri` is not opened; nil when it is not under suspicion.
    func objection(to uri: String) -> AudioPlayerError? {
        guard state.withLock({ $0.suspects.contains(uri) }) else { return nil }
        return .fileLoadFailed(
            path: ErrorSentences.place(uri),
            reason: "the player crashed when it was last opened, so it is opened only when it is asked for by name")
    }

    /// Somebody asks for `uri` by name: it is no longer under suspicion, unless it comes under suspicion again. Returns
    /// at once; written with the next thing that is opened.
    public func trust(_ uri: String) {
        state.withLock { $0.suspects.removeAll { $0 == uri } }
    }

    /// The player ends as it should: nothing that is being opened is to blame. Writes; nothing is noted any more.
    public func close() {
        state.withLock { $0.opening = [] }
        write()
        file.withLock { $0 = nil }
    }

    private func write() {
        file.withLock { file in
            // Read inside the lock, so that what is written last is the newest.
            let (opening, suspects) = state.withLock { ($0.opening, $0.suspects) }
            // Where its folder is missing, the file comes back with the next thing that is opened.
            if file?.isRemoved == true, let new = path.flatMap(OpeningFile.init) { file = new }
            file?.write(OpeningFile.Content(opening: opening, suspects: suspects))
        }
    }
}

/// Something that is being opened, in the record until the entry ends.
final class OpeningEntry: Sendable {
    private let uri: String
    // Weak: an entry of a record that is gone has nothing to end.
    private weak let record: OpeningRecord?
    private let hasEnded = Locked(false)

    fileprivate init(of uri: String, in record: OpeningRecord) {
        self.uri = uri
        self.record = record
    }

    deinit {
        end()
    }

    /// The media is open; or, unless it `isProven`, has been given up and let go of. Writes; does nothing the second
    /// time.
    func end(isProven: Bool = false) {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        if isFirst { record?.end(uri, isProven: isProven) }
    }
}
