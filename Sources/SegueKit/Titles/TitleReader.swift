import EventLoop
import SegueCore
import SegueFiles

/// Reads what lists show of files, by a helper that yields to everything else. What was read before, also of a file
/// that has moved, is taken from the session's database.
///
/// It belongs to the loop's thread.
final class TitleReader {
    private let loop: EventLoop
    private let program: [String]?
    private let store: SessionStore?
    private let onResult: ([MetadataAnswer]) -> Void
    private var inquiry: FileInquiry?
    private var isClosed = false

    /// A file on its way.
    private struct File {
        let id: EntryID
        let path: [UInt8]
        var content: ContentIdentity?
        var titles: TrackMetadata?
    }

    /// - Parameters:
    ///   - loop: whose thread the reader belongs to.
    ///   - program: the helper, with its arguments before the paths of files (`TitleInquiry`): with `--content`, it
    ///     says what they hold, otherwise their titles. Nil reads nothing.
    ///   - store: where titles are kept; nil keeps none.
    ///   - onResult: called on the loop, once for each list.
    init(
        loop: EventLoop, program: [String]?, store: SessionStore?, onResult: @escaping ([MetadataAnswer]) -> Void
    ) {
        self.loop = loop
        self.program = program
        self.store = store
        self.onResult = onResult
    }

    /// Reads these. No other list may come before its result.
    func read(_ requests: [MetadataRequest]) {
        loop.checkConfinement()
        guard let program, !isClosed else { return }
        let files = requests.map { File(id: $0.id, path: FileURI.pathBytes(of: $0.uri) ?? []) }
        guard let store else { return read(files, program) }
        ask(program + ["--content"], files) { [self] answers in
            var files = files
            for (index, answer) in answers.enumerated() {
                guard let answer, !answer.isEmpty else { continue }
                files[index].content = ContentIdentity(text: String(decoding: answer, as: UTF8.self))
            }
            look(files, in: store, program)
        }
    }

    /// Ends what is under way, without a result.
    func close() {
        loop.checkConfinement()
        isClosed = true
        inquiry?.cancel()
        inquiry = nil
    }

    private func ask(_ program: [String], _ files: [File], _ completion: @escaping ([[UInt8]?]) -> Void) {
        inquiry = FileInquiry(program, files: files.map(\.path), on: loop) { [weak self] answers in
            self?.inquiry = nil
            completion(answers)
        }
    }

    private func look(_ files: [File], in store: SessionStore, _ program: [String]) {
        let reader = LoopConfined((self, files))
        store.titles(of: files.compactMap(\.content)) { [loop] known in
            loop.perform {
                let (reader, files) = reader.value
                guard !reader.isClosed else { return }
                var found = files
                for index in found.indices { found[index].titles = found[index].content.flatMap { known[$0] } }
                reader.read(found, program)
            }
        }
    }

    /// Reads what is not known. Without a content, a file can't be read at all.
    private func read(_ files: [File], _ program: [String]) {
        let missing = files.indices.filter {
            files[$0].titles == nil && (store == nil || files[$0].content != nil)
        }
        guard !missing.isEmpty else { return finish(files) }
        ask(program, missing.map { files[$0] }) { [self] answers in
            var files = files
            var new: [ContentIdentity: TrackMetadata] = [:]
            for (index, answer) in zip(missing, answers) {
                files[index].titles = answer.flatMap { TrackMetadata(titles: $0) }
                if let content = files[index].content { new[content] = files[index].titles }
            }
            store?.record(titles: new)
            finish(files)
        }
    }

    private func finish(_ files: [File]) {
        onResult(files.map { MetadataAnswer(id: $0.id, metadata: $0.titles) })
    }
}
