public import EventLoop
import Glibc
public import SDBus

/// A peer that writes D-Bus messages byte by byte, so that it can send what sd-bus never would.
public final class RawPeer {
    public let bus: Bus
    public let loop: EventLoop
    private var descriptor: Int32
    public private(set) var isLost = false

    /// Creates a peer that has already written the handshake of an anonymous client; the server answers when the loop
    /// runs. With `sendBuffer`, the server's socket holds no more than about this many unread bytes; sd-bus enlarges
    /// the buffer if it may.
    public init(loop: EventLoop, sendBuffer: Int32? = nil) throws {
        let ends = try PeerBuses.socketPair()
        self.loop = loop
        descriptor = ends.1
        bus = try Bus.openPeer(descriptor: ends.0, isServer: true, on: loop)
        if var sendBuffer {
            setsockopt(ends.0, SOL_SOCKET, SO_SNDBUF, &sendBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        bus.onDisconnect = { [weak self] in self?.isLost = true }
        send(Array("\0AUTH ANONYMOUS\r\nBEGIN\r\n".utf8))
    }

    deinit {
        bus.close()
        hangUp()
    }

    /// Disconnects without a message.
    public func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Returns the number of bytes that the socket took; negative for none.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Returns the bytes that the server has written so far.
    public func receive() -> [UInt8] {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let length = read(descriptor, &buffer, buffer.count)
            guard length > 0 else { return received }
            received += buffer[0..<length]
        }
    }

    /// Runs the loop until the server has sent an answer that contains `text`, or has disconnected. Returns the answer.
    public func answer(holding text: String) -> String? {
        var received: [UInt8] = []
        let found = loop.run(until: { [self] in
            received += receive()
            return isLost || String(decoding: received, as: UTF8.self).contains(text)
        })
        return found && !isLost ? String(decoding: received, as: UTF8.self) : nil
    }
}

/// A little-endian method call, byte by byte.
public struct RawCall: Sendable {
    private let path: String
    private let interface: String
    private let member: String
    private let signature: String
    private let body: [UInt8]
    public var serial: UInt32 = 1

    /// Creates a call of an object and an interface of the test, without arguments.
    public init(
        path: String = "/object", interface: String = "test.Object", member: String, signature: String = "",
        body: [UInt8] = []
    ) {
        self.path = path
        self.interface = interface
        self.member = member
        self.signature = signature
        self.body = body
    }

    /// The bytes of the message.
    public var bytes: [UInt8] {
        var fields: [UInt8] = []
        func field(_ code: UInt8, _ type: Character, _ text: String) {
            while fields.count % 8 != 0 { fields.append(0) }
            fields += [code, 1] + Array(String(type).utf8) + [0]
            if type == "g" {
                fields.append(UInt8(truncatingIfNeeded: text.utf8.count))
            } else {
                fields += Self.number(UInt32(text.utf8.count))
            }
            fields += Array(text.utf8) + [0]
        }
        field(1, "o", path)
        field(2, "s", interface)
        field(3, "s", member)
        if !signature.isEmpty { field(8, "g", signature) }
        var message: [UInt8] = [UInt8(ascii: "l"), 1, 0, 1]
        message += Self.number(UInt32(body.count)) + Self.number(serial) + Self.number(UInt32(fields.count))
        message += fields
        while message.count % 8 != 0 { message.append(0) }
        return message + body
    }

    /// Returns a number as encoded in a body; the caller aligns it.
    public static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Returns a string as encoded in a body; the caller aligns it.
    public static func text(_ bytes: [UInt8]) -> [UInt8] {
        number(UInt32(bytes.count)) + bytes + [0]
    }
}
