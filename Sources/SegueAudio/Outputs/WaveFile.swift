import Glibc
import SegueCore

/// A RIFF WAVE file that is valid after every write, so that a killed process leaves a playable file.
// @unchecked: written in one streaming thread at a time; opened before and closed after that thread runs.
final class WaveFile: @unchecked Sendable {
    private let descriptor: Int32
    private var dataLength: UInt64 = 0
    private var rate: Int32
    private let frameLength: Int32
    private var isClosed = false
    /// The first write that failed; nothing is written after it.
    private(set) var failure: String?

    private let headerLength: Int

    /// Creates or empties the file. A recording is marked as one, and never empties anything but an earlier recording.
    /// Throws `outputError` if that fails.
    init(
        path: String, format: SampleFormat, rate: Int32, channels: Int32, isRecording: Bool = false
    ) throws(AudioPlayerError) {
        self.rate = rate
        frameLength = channels * format.bytes
        let header = Self.header(format: format, rate: rate, channels: channels, isRecording: isRecording)
        headerLength = header.count
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw Self.failure(path) }
        do throws(AudioPlayerError) {
            try Self.empty(descriptor, path: path, isRecording: isRecording)
            guard Self.writeAll(header, to: descriptor) else { throw Self.failure(path) }
        } catch {
            Glibc.close(descriptor)
            isClosed = true
            throw error
        }
    }

    private static func empty(
        _ descriptor: Int32, path: String, isRecording: Bool
    ) throws(AudioPlayerError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return }
        guard !isRecording || Self.isRecording(descriptor) else {
            throw .outputError(
                output: OutputSelection.file(path: path).text,
                reason: "a file of that name exists, and is not a recording by Segue")
        }
        guard ftruncate(descriptor, 0) == 0 else { throw failure(path) }
    }

    /// Returns true if the open file begins with the header of a recording.
    private static func isRecording(_ written: Int32) -> Bool {
        let descriptor = Glibc.open("/proc/self/fd/\(written)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { Glibc.close(descriptor) }
        let start = 36
        var bytes = [UInt8](repeating: 0, count: start + mark.count)
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { return false }
        return bytes.starts(with: "RIFF".utf8) && bytes[8...].starts(with: "WAVEfmt ".utf8)
            && bytes[start...].elementsEqual(mark)
    }

    private static func failure(_ path: String) -> AudioPlayerError {
        .outputError(output: OutputSelection.file(path: path).text, reason: String(cString: strerror(errno)))
    }

    deinit {
        close()
    }

    /// The rate of the audio in the file; nil while the file is empty.
    var fixedRate: Int32? { dataLength == 0 ? nil : rate }

    /// Changes the rate of a file that is empty; any other file keeps its rate. Not while a stream is written to the
    /// file.
    func begin(atRate rate: Int32) {
        guard fixedRate == nil, rate != self.rate, !isClosed else { return }
        self.rate = rate
        Self.patch(UInt32(rate), at: 24, in: descriptor)
        Self.patch(UInt32(rate * frameLength), at: 28, in: descriptor)
    }

    /// Appends samples as they are in memory, and updates the header. Returns the error number the first time that this
    /// fails. After that, and once the file is closed, it does nothing and returns nil.
    func append(_ bytes: UnsafeRawBufferPointer) -> Int32? {
        guard failure == nil, !isClosed else { return nil }
        guard Self.writeAll(bytes, to: descriptor) else {
            let code = errno
            failure = String(cString: strerror(code))
            return code
        }
        dataLength += UInt64(bytes.count)
        // The lengths have 32 bits; players read a larger file to its end.
        let data = UInt32(clamping: dataLength)
        let riff = UInt32(clamping: dataLength + UInt64(headerLength - 8))
        Self.patch(riff, at: 4, in: descriptor)
        Self.patch(data, at: off_t(headerLength - 4), in: descriptor)
        return nil
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    private static func patch(_ value: UInt32, at offset: off_t, in descriptor: Int32) {
        withUnsafeBytes(of: value.littleEndian) { _ = pwrite(descriptor, $0.baseAddress, $0.count, offset) }
    }

    private static func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
        bytes.withContiguousStorageIfAvailable { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
            ?? Array(bytes).withUnsafeBytes { writeAll($0, to: descriptor) }
    }

    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes
        while let address = rest.baseAddress, !rest.isEmpty {
            let count = write(descriptor, address, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return true
    }

    /// A LIST chunk with the name of the software, after the format.
    private static let mark: [UInt8] =
        Array("LIST".utf8) + [18, 0, 0, 0] + Array("INFOISFT".utf8) + [6, 0, 0, 0] + Array("Segue\0".utf8)

    private static func header(format: SampleFormat, rate: Int32, channels: Int32, isRecording: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        func text(_ string: String) { bytes += Array(string.utf8) }
        func number<Number: FixedWidthInteger>(_ value: Number) {
            withUnsafeBytes(of: value.littleEndian) { bytes += Array($0) }
        }
        let frame = channels * format.bytes
        text("RIFF")
        number(UInt32(36 + (isRecording ? mark.count : 0)))
        text("WAVEfmt ")
        number(UInt32(16))
        // 1 is PCM, 3 is IEEE floating point.
        number(UInt16(format == .float32 ? 3 : 1))
        number(UInt16(channels))
        number(UInt32(rate))
        number(UInt32(rate * frame))
        number(UInt16(frame))
        number(UInt16(format.bytes * 8))
        if isRecording { bytes += mark }
        text("data")
        number(UInt32(0))
        return bytes
    }
}
