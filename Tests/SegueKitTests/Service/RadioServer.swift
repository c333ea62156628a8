import Foundation

/// A station on this machine: it sends endless audio, with titles in between (ICY), to one listener after the other.
final class RadioServer: Sendable {
    private let descriptor: Int32
    let url: String

    /// The number of bytes of audio between two titles.
    private static let interval = 8000

    init(titles: [String]) throws {
        let (descriptor, url) = try SilentServer.listen(path: "/radio")
        self.descriptor = descriptor
        self.url = url
        Thread.detachNewThread {
            while true {
                let listener = accept(descriptor, nil, nil)
                guard listener >= 0 else { break }
                Self.serve(listener, titles)
                close(listener)
            }
            close(descriptor)
        }
    }

    /// Stops accepting listeners.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func serve(_ listener: Int32, _ titles: [String]) {
        var request = [UInt8](repeating: 0, count: 4096)
        guard recv(listener, &request, request.count, 0) > 0 else { return }
        let answer = """
            HTTP/1.0 200 OK\r
            Content-Type: audio/x-wav\r
            icy-metaint: \(interval)\r
            icy-name: Test\r
            \r

            """
        var pieces = [Data(answer.utf8)]
        let header = Tone.header(bytes: 0)
        pieces.append(header + Tone.samples(bytes: interval - header.count))
        for title in titles { pieces.append(block(title) + Tone.samples(bytes: interval)) }
        while true {
            let piece = pieces.isEmpty ? Data([0]) + Tone.samples(bytes: interval) : pieces.removeFirst()
            let isSent = piece.withUnsafeBytes { bytes in
                var sent = 0
                while sent < bytes.count {
                    let count = send(
                        listener, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
                    guard count > 0 else { return false }
                    sent += count
                }
                return true
            }
            guard isSent else { return }
        }
    }

    /// Returns the length of the text in units of 16 bytes, and the text, filled up with zeros.
    private static func block(_ title: String) -> Data {
        let text = Data("StreamTitle='\(title)';".utf8)
        let units = (text.count + 15) / 16
        return Data([UInt8(units)]) + text + Data(count: 16 * units - text.count)
    }
}
