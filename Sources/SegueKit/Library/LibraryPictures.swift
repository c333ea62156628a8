import EventLoop
import SegueFiles

/// Pictures inside files of the library, read by a helper, one list of files after the other.
///
/// Confined to the loop's thread.
final class LibraryPictures {
    /// The location of the picture of a file.
    enum Place: Sendable, Hashable {
        case nowhere
        /// A picture file, by its URI.
        case file(String)
        /// Inside this file.
        case inside(LocalPath)

        init(_ track: LibraryTrack) {
            self =
                track.cover.map { .file(FileURI.uri($0)) }
                ?? (track.tags.hasPicture ? .inside(track.path) : .nowhere)
        }

        /// The URI of the picture, if it is known without a helper; empty otherwise.
        var uri: String {
            if case .file(let uri) = self { uri } else { "" }
        }
    }

    private struct Request {
        var places: [Place]
        var completion: ([String]) -> Void
    }

    private let loop: EventLoop
    private let program: [String]
    private var waiting: [Request] = []
    private var inquiry: FileInquiry?

    /// - Parameters:
    ///   - loop: the loop whose thread the pictures belong to.
    ///   - program: `segue titles --cover`; the paths are added.
    init(loop: EventLoop, program: [String]) {
        self.loop = loop
        self.program = program
    }

    /// Finds the URIs of the pictures at these locations, in their order; empty if there is none. The completion is
    /// called on the loop, unless `close` is called first.
    func find(_ places: [Place], _ completion: @escaping ([String]) -> Void) {
        waiting.append(Request(places: places, completion: completion))
        if inquiry == nil { readNext() }
    }

    /// Ends the helper. Nothing is called after that.
    func close() {
        waiting = []
        inquiry?.cancel()
        inquiry = nil
    }

    private func readNext() {
        guard !waiting.isEmpty else { return }
        let request = waiting.removeFirst()
        var uris = request.places.map(\.uri)
        let files = request.places.enumerated().compactMap { index, place in
            if case .inside(let path) = place { (index, path.bytes) } else { nil }
        }
        guard !files.isEmpty else {
            request.completion(uris)
            return readNext()
        }
        inquiry = FileInquiry(program, files: files.map(\.1), on: loop) { index, answer in
            uris[files[index].0] = answer.map { String(decoding: $0, as: UTF8.self) } ?? ""
        } _: { [weak self] in
            self?.inquiry = nil
            request.completion(uris)
            self?.readNext()
        }
    }
}
