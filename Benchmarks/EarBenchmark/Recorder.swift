import EventLoop
import Glibc

/// Records the monitor of the sink, with the audio that a loudspeaker there would play.
///
/// With blocks of 5 ms, a null sink mixes no larger ones. So the measured times are those of the player and its
/// buffers, with hardly any delay of the sink.
final class Recorder: EventSource {
    /// The block that the recorder requests from the server. A sink renders as far ahead as the smallest request of its
    /// streams and recorders.
    enum Patience: String, CaseIterable {
        case isImpatient = "asks for blocks of 5 ms"
        case asksForBlocks = "asks for blocks of 20 ms"
        case isPatient = "takes what comes"

        /// Options of parec(1).
        fileprivate var options: [String] {
            switch self {
            case .isImpatient: ["--latency-msec=5", "--process-time-msec=2"]
            case .asksForBlocks: ["--latency-msec=20"]
            case .isPatient: []
            }
        }
    }

    /// Receives all frames, left and right alternating.
    var onFrames: ([Int16]) -> Void = { _ in }
    private let keepsSamples: Bool
    /// The bytes of the last tenth of a second.
    private var recent: [UInt8] = []
    /// The bytes of a frame that has not arrived completely.
    private var pending: [UInt8] = []
    private let process: ChildProcess
    private let descriptor: Int32
    private let loop: EventLoop
    private var buffer = [UInt8](repeating: 0, count: 65536)
    private var hasEnded = false
    private var bytes: [UInt8] = []
    private var chunks: [Recording.Chunk] = []

    /// Bytes of a frame.
    private static let width = 4

    init(
        in home: Home, loop: EventLoop, sink: String = SoundServer.sink, patience: Patience = .isImpatient,
        keepsSamples: Bool = true
    ) throws {
        self.keepsSamples = keepsSamples
        process = try ChildProcess(
            [
                "parec", "--device=\(sink).monitor", "--format=s16le", "--rate=\(Track.rate)", "--channels=2", "--raw",
            ] + patience.options, environment: home.environment, readsOutput: true)
        descriptor = process.output ?? -1
        self.loop = loop
        loop.add(self)
    }

    /// Returns everything recorded so far.
    /// - Throws: `Failure` if the recording has broken off.
    func recording() throws -> Recording {
        try check()
        return Recording(samples: Self.samples(of: bytes), chunks: chunks)
    }

    /// Checks that the recording continues.
    /// - Throws: `Failure` if the recording has broken off.
    func check() throws {
        guard !hasEnded else { throw Failure("parec has ended") }
    }

    private static func samples(of bytes: [UInt8]) -> [Int16] {
        bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
            }
        }
    }

    /// True if any sample in the last tenth of a second was audible.
    var isSounding: Bool {
        // The upper byte of a sample is nonzero, and not the upper byte of a small negative number.
        stride(from: recent.startIndex | 1, to: recent.endIndex, by: 2).contains {
            recent[$0] != 0 && recent[$0] != 0xFF
        }
    }

    /// Ends the recording.
    func end() {
        loop.remove(self)
        process.end()
    }

    // MARK: - EventSource

    func interest() -> (descriptor: Int32, events: Int16)? { hasEnded ? nil : (descriptor, Int16(POLLIN)) }

    func deadline() -> MonotonicTime? { nil }

    func process(events: Int16) {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            hasEnded = true
            return
        }
        pending += buffer[..<count]
        let whole = pending.count / Self.width * Self.width
        onFrames(Self.samples(of: Array(pending[..<whole])))
        pending.removeFirst(whole)
        recent = (recent + buffer[..<count]).suffix(Track.rate / 10 * Self.width)
        guard keepsSamples else { return }
        let start = bytes.count / Self.width
        bytes += buffer[..<count]
        chunks.append(Recording.Chunk(start: start, end: bytes.count / Self.width, time: .now))
    }
}
