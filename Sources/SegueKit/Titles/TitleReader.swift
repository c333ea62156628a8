import EventLoop
import SegueCore
import SegueFiles

/// Reads the titles of files, by two helpers that yield to everything else. Titles that were read before, even of a
/// file that has moved, come from the session's database.
///
/// Belongs to the loop's thread.
final class TitleReader {
    /// The largest number of files in one result, which can be announced within milliseconds.
    static let resultLimit = 32
    /// The number of processes that share a list: each of them uses one processor.
    private static let processes = 2
    /// The time for which a result waits for more files, in nanoseconds.
    private static let interval: Int64 = 100_000_000

    private let loop: EventLoop
    private let program: [String]?
    private let store: SessionStore?
    private let onResult: ([MetadataAnswer]) -> Void
    private var inquiries: [FileInquiry] = []
    private var results: [File] = []
    private var isClosed = false

    /// A file whose titles are being read.
    private struct File {
        let id: EntryID
        let path: [UInt8]
        let excerpt: Excerpt?
        var content: ContentIdentity?
        var titles: TrackMetadata?
        /// True if the titles come from the file, and not from the database.
        var isNew = false
    }

    /// - Parameters:
    ///   - loop: the loop whose thread the reader belongs to.
    ///   - program: the helper, with its arguments before the paths of files (`TitleInquiry`): with `--content`, it
    ///     returns their identities, otherwise their titles. Nil reads nothing.
    ///   - store: the store of titles; nil keeps none.
    ///   - onResult: called on the loop with at most `resultLimit` files, until each file of a list has its answer.
    init(
        loop: EventLoop, program: [String]?, store: SessionStore?, onResult: @escaping ([MetadataAnswer]) -> Void
    ) {
        self.loop = loop
        self.program = program
        self.store = store
        self.onResult = onResult
    }

    /// Reads the titles of these files. No other list may come before the last result.
    func read(_ requests: [MetadataRequest]) {
        loop.checkConfinement()
        guard let program, !isClosed else { return }
        let files = requests.map {
            File(id: $0.id, path: FileURI.pathBytes(of: $0.uri) ?? [], excerpt: Excerpt(uri: $0.uri))
        }
        guard let store else { return read(files, program) }
        var identified: [File] = []
        ask(program + ["--content"], files) { file, answer in
            var file = file
            if let answer, !answer.isEmpty {
                file.content = ContentIdentity(text: String(decoding: answer, as: UTF8.self))
            }
            identified.append(file)
        } completion: { [self] in
            look(identified, in: store, program)
        }
    }

    /// Ends the work under way, without a result.
    func close() {
        loop.checkConfinement()
        isClosed = true
        for inquiry in inquiries { inquiry.cancel() }
        inquiries = []
        results = []
    }

    /// Queries each of these files, neighbours at the same time.
    private func ask(
        _ program: [String], _ files: [File], onAnswer: @escaping (File, [UInt8]?) -> Void,
        completion: @escaping () -> Void
    ) {
        let parts = (0..<min(Self.processes, files.count)).map { first in
            stride(from: first, to: files.count, by: Self.processes).map { files[$0] }
        }
        var remaining = parts.count
        inquiries = parts.map { part in
            FileInquiry(program, files: part.map(\.path), on: loop) { index, answer in
                onAnswer(part[index], answer)
            } _: { [weak self] in
                remaining -= 1
                guard remaining == 0 else { return }
                self?.inquiries = []
                completion()
            }
        }
    }

    private func look(_ files: [File], in store: SessionStore, _ program: [String]) {
        let answer = loop.delivering { [self] (known: [ContentIdentity: TrackMetadata]) in
            guard !isClosed else { return }
            var found = files
            for index in found.indices { found[index].titles = found[index].content.flatMap { known[$0] } }
            read(found, program)
        }
        store.titles(of: files.compactMap(\.content), answer)
    }

    /// Reads the unknown titles. A file without an identity can't be read at all.
    private func read(_ files: [File], _ program: [String]) {
        func isMissing(_ file: File) -> Bool { file.titles == nil && (store == nil || file.content != nil) }
        let known = files.filter { !isMissing($0) }
        results += known
        if !known.isEmpty { schedule(after: 0) }
        ask(program, files.filter(isMissing)) { [weak self] file, answer in
            var file = file
            file.titles = answer.flatMap { TrackMetadata(titles: $0) }
            file.isNew = true
            self?.deliver([file])
        } completion: { [weak self] in
            self?.schedule(after: 0)
        }
    }

    // MARK: - Results

    private func deliver(_ files: [File]) {
        if results.isEmpty { schedule(after: Self.interval) }
        results += files
    }

    private func schedule(after nanoseconds: Int64) {
        loop.schedule(at: .now.advanced(byNanoseconds: nanoseconds)) { [weak self] in self?.deliverNext() }
    }

    /// Delivers the next result. Each result has a separate turn of the loop.
    private func deliverNext() {
        let part = Array(results.prefix(Self.resultLimit))
        results.removeFirst(part.count)
        guard !part.isEmpty else { return }
        let new = part.filter(\.isNew).compactMap { file in file.content.map { ($0, file.titles) } }
        store?.record(titles: Dictionary(new) { $1 }.compactMapValues(\.self))
        if !results.isEmpty { schedule(after: 0) }
        onResult(part.map { MetadataAnswer(id: $0.id, metadata: $0.titles?.limited(to: $0.excerpt)) })
    }
}
