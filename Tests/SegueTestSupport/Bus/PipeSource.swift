public import EventLoop
import Glibc

/// The reading end of a pipe as a source, which keeps the bytes that it has read.
public final class PipeSource: EventSource {
    public let descriptor: Int32
    public private(set) var received: [UInt8] = []
    public private(set) var sawHangUp = false
    public var isWanted = true
    public var onData: () -> Void = {}

    /// Creates a pipe. Both ends are in `descriptors`, with the writing end second; the reading end is closed with the
    /// source.
    public init(_ descriptors: inout [Int32]) throws {
        guard pipe(&descriptors) == 0, fcntl(descriptors[0], F_SETFL, O_NONBLOCK) == 0 else {
            throw EventLoopError(call: "pipe", code: errno)
        }
        descriptor = descriptors[0]
    }

    deinit {
        close(descriptor)
    }

    public static func send(_ byte: UInt8, to descriptor: Int32) {
        var byte = byte
        write(descriptor, &byte, 1)
    }

    public func interest() -> (descriptor: Int32, events: Int16)? {
        isWanted ? (descriptor, Int16(POLLIN)) : nil
    }

    public func deadline() -> MonotonicTime? { nil }

    public func process(events: Int16) {
        if events & Int16(POLLHUP) != 0 { sawHangUp = true }
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 { received.append(byte) }
        onData()
    }
}
