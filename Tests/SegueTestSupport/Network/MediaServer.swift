import Foundation
import Glibc

/// A web server on the loopback, as reliable or unreliable as a test needs. The server has files and radio stations,
/// stalls, breaks connections off, disappears and comes back.
///
/// `@unchecked Sendable`: `condition` protects everything that changes.
public final class MediaServer: @unchecked Sendable {
    /// The content at a path.
    public enum Page: Sendable {
        /// A file with its length, and in parts if `ranges` is true.
        case file([UInt8], type: String, ranges: Bool)
        /// A file with its length, always the whole file, although the server announces parts.
        case pretence([UInt8], type: String)
        /// Content in chunks; without the last, empty chunk it is cut off.
        case chunks([UInt8], type: String, isWhole: Bool)
        /// A station: its music in a loop, without a length, with titles in between for clients that request them.
        case station(Station)
        case status(Int)
        case redirect(String)
        /// An open connection without any data.
        case silence
    }

    public struct Station: Sendable {
        public var name: String
        public var music: [UInt8]
        public var type: String
        /// Each title, and the number of bytes of music before it.
        public var titles: [(at: Int, title: String)]
        /// The number of bytes of music between two places for a title; nil for a station without titles.
        public var interval: Int?

        public init(
            name: String, music: [UInt8], type: String, titles: [(at: Int, title: String)] = [], interval: Int? = 4000
        ) {
            self.name = name
            self.music = music
            self.type = type
            self.titles = titles
            self.interval = interval
        }
    }

    public struct Request: Sendable, Equatable {
        public var path: String
        /// The first requested byte; nil if the whole content was requested.
        public var start: Int?
    }

    struct Failed: Error {
        var call: String
        var code = errno
    }

    private let condition = NSCondition()
    private var listener: Int32 = -1
    private var pages: [String: Page] = [:]
    private var limits: [String: Int] = [:]
    /// The number of times that the connections of a path have been dropped, and whether the last drop was orderly.
    private var drops: [String: (count: Int, isOrderly: Bool)] = [:]
    /// True if connections end in order at the limits of their paths, as if the whole content had been sent.
    private var isClosingAtLimits = false
    private var received: [Request] = []
    private var isClosed = false
    public private(set) var port: UInt16 = 0

    /// Listens on a separate port.
    public init() throws {
        try listen()
    }

    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    // MARK: - Control by a test

    public func serve(_ page: Page, at path: String) {
        change { $0.pages[path] = page }
    }

    /// Limits the connections to this path, from now on, to this many bytes of its page, counted from the page's start;
    /// nil removes the limit. Bytes that have been sent are not affected.
    public func allow(_ bytes: Int?, at path: String) {
        change { $0.limits[path] = bytes }
    }

    /// Breaks off the connections to this path, like a failure of the network, or ends them in order, as if all had
    /// been sent.
    public func drop(_ path: String, inOrder isOrderly: Bool = false) {
        change { $0.drops[path] = (($0.drops[path]?.count ?? 0) + 1, isOrderly) }
    }

    /// Ends connections in order at the limits of their paths, from now on, instead of waiting for more.
    public func closeAtLimits() {
        change { $0.isClosingAtLimits = true }
    }

    /// Stops accepting connections, until `listen`.
    public func stopListening() {
        change { server in
            // Wakes the thread that accepts connections.
            shutdown(server.listener, Int32(SHUT_RDWR))
            Glibc.close(server.listener)
            server.listener = -1
        }
    }

    /// Accepts connections again, on the same port.
    public func listen() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard listener >= 0 else { throw Failed(call: "socket") }
        var one: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(listener, generic, length) == 0, Glibc.listen(listener, 16) == 0 else { return Int32(-1) }
                return getsockname(listener, generic, &length)
            }
        }
        guard code == 0 else {
            Glibc.close(listener)
            throw Failed(call: "bind")
        }
        let port = UInt16(bigEndian: address.sin_port)
        change { server in
            server.listener = listener
            server.port = port
        }
        Thread.detachNewThread { self.accept(from: listener) }
    }

    /// Returns the requests for this path so far.
    public func requests(_ path: String) -> [Request] {
        condition.withLock { received.filter { $0.path == path } }
    }

    /// Ends all connections.
    public func close() {
        stopListening()
        change { $0.isClosed = true }
    }

    private func change(_ body: (MediaServer) -> Void) {
        condition.withLock {
            body(self)
            condition.broadcast()
        }
    }

    // MARK: - Connections

    private func accept(from listener: Int32) {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            Thread.detachNewThread { self.answer(connection) }
        }
    }

    private func answer(_ connection: Int32) {
        defer { Glibc.close(connection) }
        guard let head = readHead(connection) else { return }
        let lines = head.split(separator: "\r\n")
        guard let path = lines.first?.split(separator: " ").dropFirst().first.map(String.init) else { return }
        func value(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix(name + ":") }?.split(separator: ":", maxSplits: 1).last
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let start = value("range").flatMap { $0.split(separator: "=").last?.split(separator: "-").first }
            .flatMap { Int($0) }
        let (page, drop) = condition.withLock { () -> (Page?, Int) in
            received.append(Request(path: path, start: start))
            condition.broadcast()
            return (pages[path], drops[path]?.count ?? 0)
        }
        // A short limit for each send, so that a connection that waits for a slow reader notices a drop.
        var patience = timeval(tv_sec: 0, tv_usec: 20_000)
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let sending = Sending(connection: connection, path: path, drop: drop)
        switch page {
        case nil: _ = send(header("404 Not Found", ["Content-Length: 0"]), sending)
        case .status(let code): _ = send(header("\(code) As Told", ["Content-Length: 0"]), sending)
        case .redirect(let target):
            _ = send(header("302 Found", ["Location: \(target)", "Content-Length: 0"]), sending)
        case .silence: _ = wait(sending) { _ in false }
        case .file(let content, let type, let ranges):
            let first = ranges ? min(start ?? 0, content.count) : 0
            var fields = ["Content-Type: \(type)", "Content-Length: \(content.count - first)"]
            if ranges { fields.append("Accept-Ranges: bytes") }
            if first > 0 { fields.append("Content-Range: bytes \(first)-\(content.count - 1)/\(content.count)") }
            guard send(header(first > 0 ? "206 Partial Content" : "200 OK", fields), sending) else { return }
            _ = send(content, from: first, sending) { $0 }
        case .pretence(let content, let type):
            let fields = ["Content-Type: \(type)", "Content-Length: \(content.count)", "Accept-Ranges: bytes"]
            guard send(header("200 OK", fields), sending) else { return }
            _ = send(content, from: 0, sending) { $0 }
        case .chunks(let content, let type, let isWhole):
            let fields = ["Content-Type: \(type)", "Transfer-Encoding: chunked"]
            guard send(header("200 OK", fields), sending),
                send(
                    content, from: 0, sending,
                    { Array((String($0.count, radix: 16) + "\r\n").utf8) + $0 + Array("\r\n".utf8) })
            else { return }
            if isWhole { _ = send(Array("0\r\n\r\n".utf8), sending) }
        case .station(let station):
            let interval = value("icy-metadata") == "1" ? station.interval : nil
            broadcast(station, interval: interval, sending)
        }
    }

    /// Sends as far and as fast as allowed, with each piece wrapped. Returns false if the connection must be closed.
    private func send(
        _ content: [UInt8], from first: Int, _ sending: Sending, _ wrap: ([UInt8]) -> [UInt8]
    ) -> Bool {
        var position = first
        while position < content.count {
            guard let end = allowance(from: position, to: content.count, sending),
                send(wrap(Array(content[position..<end])), sending)
            else { return false }
            position = end
        }
        return true
    }

    private func broadcast(_ station: Station, interval: Int?, _ sending: Sending) {
        var fields = ["Content-Type: \(station.type)", "icy-name: \(station.name)"]
        if let interval { fields.append("icy-metaint: \(interval)") }
        guard send(header("200 OK", fields), sending) else { return }
        var position = 0
        var titles = station.titles[...]
        while true {
            let portion = interval ?? 4000
            var sent = 0
            while sent < portion {
                guard let end = allowance(from: position, to: position + portion - sent, sending) else { return }
                let bytes = (position..<end).map { station.music[$0 % station.music.count] }
                guard send(bytes, sending) else { return }
                sent += end - position
                position = end
            }
            guard interval != nil else { continue }
            var block: [UInt8] = [0]
            if let next = titles.first, next.at <= position {
                titles = titles.dropFirst()
                var text = Array("StreamTitle='\(next.title)';".utf8)
                text += [UInt8](repeating: 0, count: (16 - text.count % 16) % 16)
                block = [UInt8(text.count / 16)] + text
            }
            guard send(block, sending) else { return }
        }
    }

    private func header(_ status: String, _ fields: [String]) -> [UInt8] {
        Array((["HTTP/1.1 \(status)", "Connection: close"] + fields + ["", ""]).joined(separator: "\r\n").utf8)
    }

    private func readHead(_ connection: Int32) -> String? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            var byte: UInt8 = 0
            let count = recv(connection, &byte, 1, 0)
            if count < 0, errno == EINTR { continue }
            guard count == 1, head.count < 65536 else { return nil }
            // A method begins with a letter, and TLS does not.
            guard byte >= 0x41 || !head.isEmpty else { return nil }
            head.append(byte)
        }
        return String(decoding: head, as: UTF8.self)
    }

    // MARK: - Sending

    private struct Sending {
        var connection: Int32
        var path: String
        /// The number of drops of the path at the start of the sending.
        var drop: Int
    }

    /// Returns how far the page may be sent now, at most to `end`; waits until it may be sent further than `position`.
    /// Nil if the connection must be closed.
    private func allowance(from position: Int, to end: Int, _ sending: Sending) -> Int? {
        let end = min(end, position + 16384)
        let isMore = wait(sending) { $0.isClosingAtLimits || $0.limits[sending.path] ?? .max > position }
        guard isMore, condition.withLock({ limits[sending.path] ?? .max > position }) else { return nil }
        return condition.withLock { min(end, max(limits[sending.path] ?? end, position)) }
    }

    /// Waits until the condition is met. Returns false if the connection must be closed.
    private func wait(_ sending: Sending, until isMet: (MediaServer) -> Bool) -> Bool {
        condition.withLock {
            while true {
                guard !isGivenUp(sending) else { return false }
                if isMet(self) { return true }
                condition.wait()
            }
        }
    }

    /// Returns true if the connection must be closed. Must be called with the lock of `condition` held. A connection
    /// that is broken off is reset.
    private func isGivenUp(_ sending: Sending) -> Bool {
        let drop = drops[sending.path]
        guard isClosed || drop?.count ?? 0 != sending.drop else { return false }
        guard drop?.isOrderly != true else { return true }
        var reset = linger(l_onoff: 1, l_linger: 0)
        setsockopt(sending.connection, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
        return true
    }

    private func send(_ bytes: [UInt8], _ sending: Sending) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard !condition.withLock({ isGivenUp(sending) }) else { return false }
            let count = rest.withUnsafeBytes {
                Glibc.send(sending.connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN && errno != EINTR {
                return false
            }
        }
        return true
    }
}
