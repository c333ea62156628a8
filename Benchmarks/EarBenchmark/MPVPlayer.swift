import Glibc

/// mpv with its default settings; its keys are pressed through its socket.
final class MPVPlayer: Player {
    private static let program = "mpv"
    let name = program
    let keys = Key.allCases.filter { commands[$0] != nil }

    private let process: ChildProcess
    private let descriptor: Int32

    /// Starts mpv; nil if it is not installed.
    init?(playing tracks: [String], in home: Home) throws {
        guard Home.program(named: Self.program) != nil else { return nil }
        let path = "\(home.path)/mpv"
        process = try home.start(
            [
                Self.program, "--no-config", "--no-video", "--ao=pulse", "--loop-playlist=inf",
                "--input-ipc-server=\(path)",
            ] + tracks)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        do {
            try Home.wait(for: Self.program) { Self.connects(descriptor, to: path) }
        } catch {
            end()
            throw error
        }
    }

    func press(_ key: Key) throws {
        guard let command = Self.commands[key] else { preconditionFailure("\(name) has no \(key)") }
        try readAnswers()
        let line = "{\"command\":\(command)}\n"
        guard send(descriptor, line, line.utf8.count, Int32(MSG_NOSIGNAL)) == line.utf8.count else {
            throw Failure("\(name) takes no commands any more")
        }
    }

    func end() {
        close(descriptor)
        process.end()
    }

    /// The commands in JSON. Stop is left out, because mpv's stop clears the playlist.
    private static let commands: [Key: String] = [
        .pause: #"["set_property","pause",true]"#,
        .resume: #"["set_property","pause",false]"#,
        // Out of 100; the cube root of the amplitude.
        .quieter: #"["set_property","volume",63]"#,
        .louder: #"["set_property","volume",100]"#,
        .seek: #"["seek",\#(Track.seekDistance)]"#,
        .next: #"["playlist-next"]"#,
    ]

    /// Reads the replies, to make room for more, and checks them; each reply and each event is a line.
    private func readAnswers() throws {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n")
        where line.contains("\"error\":") && !line.contains("\"error\":\"success\"") {
            throw Failure("\(name) answered \(line)")
        }
    }

    private static func connects(_ descriptor: Int32, to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
