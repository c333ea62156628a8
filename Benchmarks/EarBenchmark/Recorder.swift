import EventLoop
import Glibc

/// Records the monitor of the sink: what a loudspeaker there would play.
///
/// It asks for blocks of 5 ms, and a null sink then mixes no larger ones. So the times are those of the player and its
/// buffers, with hardly any of the sink's.
final class Recorder: EventSource {
    private let process: ChildProcess
    private let descriptor: Int32
    private let loop: EventLoop
    private var buffer = [UInt8](repeating: 0, count: 65536)
    private var hasEnded = false
    private var bytes: [UInt8] = []
    private var chunks: [Recording.Chunk] = []

    /// Bytes of a frame.
    private static let width = 4

    init(in home: Home, loop: EventLoop) throws {
        process = try ChildProcess(
            [
                "parec", "--device=\(SoundServer.sink).monitor", "--format=s16le", "--rate=\(Track.rate)",
                "--channels=2", "--raw", "--latency-msec=5", "--process-time-msec=2",
            ], environment: home.environment, readsOutput: true)
        descriptor = process.output ?? -1
        self.loop = loop
        loop.add(self)
    }

    /// Everything recorded so far.
    /// - Throws: `Failure` when the recording has broken off.
    func recording() throws -> Recording {
        guard !hasEnded else { throw Failure("parec has ended after \(bytes.count / Self.width) frames") }
        let samples = bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
            }
        }
        return Recording(samples: samples, chunks: chunks)
    }

    /// Whether anything in the last tenth of a second was audible.
    var isSounding: Bool {
        // The upper byte of a sample is nonzero, and not that of a small negative one.
        let recent = bytes.suffix(Track.rate / 10 * Self.width)
        return stride(from: recent.startIndex | 1, to: recent.endIndex, by: 2).contains {
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
        let start = bytes.count / Self.width
        bytes += buffer[..<count]
        chunks.append(Recording.Chunk(start: start, end: bytes.count / Self.width, time: .now))
    }
}
