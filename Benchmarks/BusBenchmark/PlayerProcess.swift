import Glibc

/// A separate folder with short files of silence, and a home beside it; both are deleted with their owner.
final class MusicFolder {
    let path: String
    private let tracks: Int

    init(tracks: Int) throws {
        self.tracks = tracks
        var template = Array("/tmp/segue-benchmark-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("there is no temporary directory") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for folder in ["home", "music"] { mkdir("\(path)/\(folder)", 0o700) }
        let first = "\(path)/music/0.wav"
        guard let file = fopen(first, "w") else { throw Failure("\(first) can't be written") }
        let seconds: UInt32 = 60
        let bytes = seconds * 44100 * 4
        func write(_ text: String) { fputs(text, file) }
        func write32(_ value: UInt32) {
            withUnsafeBytes(of: value.littleEndian) { _ = fwrite($0.baseAddress, 1, 4, file) }
        }
        write("RIFF")
        write32(36 + bytes)
        write("WAVEfmt ")
        for value in [16, 0x0002_0001, 44100, 176_400, 0x0010_0004] as [UInt32] { write32(value) }
        write("data")
        write32(bytes)
        fclose(file)
        // A sparse file: its silence takes no space.
        truncate(first, Int(bytes) + 44)
        for number in 1..<tracks { link(first, "\(path)/music/\(number).wav") }
    }

    /// Writes a playlist of this many lines, which repeats the tracks; returns its path.
    func makePlaylist(lines: Int) throws -> String {
        let playlist = "\(path)/long.m3u"
        guard let file = fopen(playlist, "w") else { throw Failure("\(playlist) can't be written") }
        for number in 0..<lines { fputs("music/\(number % tracks).wav\n", file) }
        fclose(file)
        return playlist
    }

    deinit {
        guard let command = popen("rm -r '\(path)'", "r") else { return }
        pclose(command)
    }
}

/// The command that was built beside this program, with a null output.
final class PlayerProcess {
    private let process: pid_t

    init(playing folder: MusicFolder, address: String) throws {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        let segue = program.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/segue"
        let arguments = [segue, "daemon", "--output", "null", "\(folder.path)/music"]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let variables = [
            "HOME=\(folder.path)/home", "XDG_RUNTIME_DIR=\(folder.path)", "DBUS_SESSION_BUS_ADDRESS=\(address)",
            "PATH=/usr/bin:/bin",
        ]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { (words + environment).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, segue, nil, nil, &words, &environment)
        guard code == 0 else { throw Failure("\(segue) can't be started: \(String(cString: strerror(code)))") }
        self.process = process
    }

    func end() {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }
}

struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
