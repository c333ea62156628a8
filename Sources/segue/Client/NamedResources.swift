import ArgumentParser
import Glibc
import SegueKit

/// The arguments of a verb that queues files, named on the command line or on the standard input.
struct NamedResources: ParsableArguments {
    static let rule =
        "`-` reads names from standard input: one per line, or with --null each terminated by NUL."

    @Flag(name: .customLong("null"), help: "Names on standard input end with NUL, as written by `find -print0`.")
    var endWithNull = false

    @Argument(
        help: "Files, folders, playlists or http(s) streams; - for standard input.", completion: .file())
    var files: [String] = []

    @Option(help: LibrarySearch.optionHelp, completion: Completions.artists)
    var search: String?

    func validate() throws {
        guard (search == nil) != files.isEmpty else {
            throw ValidationError(files.isEmpty ? "Missing expected argument '<files> ...'" : LibrarySearch.optionRule)
        }
        let count = files.count { $0 == "-" }
        guard count <= 1 else { throw ValidationError("Standard input can be read only once.") }
        guard count == 1 || !endWithNull else {
            throw ValidationError("--null requires names on standard input: `-`.")
        }
    }

    /// Returns the URIs of everything named, in order, as `ResourceArgument.uris` does.
    func uris() throws -> [String] {
        if let search { return try LibraryAccess.uris(search) }
        var commandLine = CommandLineBytes()
        var names: [ResourceArgument] = []
        for file in files {
            guard file == "-" else {
                names.append(ResourceArgument(text: file, bytes: commandLine.take(file)))
                continue
            }
            let end = endWithNull ? 0 : UInt8(ascii: "\n")
            names += try Self.standardInput().split(separator: end).map { name in
                ResourceArgument(text: String(decoding: name, as: UTF8.self), bytes: Array(name))
            }
        }
        guard !names.isEmpty else { throw CommandFailure("Standard input names nothing.") }
        return try ResourceArgument.uris(names)
    }

    private static func standardInput() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandFailure("Standard input can't be read: \(String(cString: strerror(errno))).")
            }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
