import Glibc
import SegueFiles

/// What a person named: a file, a folder, a playlist or a stream, as the absolute URI that the
/// player takes.
struct ResourceArgument {
    var text: String
    /// The name as it was given: file names need not be UTF-8.
    var bytes: [UInt8]

    private static let schemes = ["file", "http", "https"]

    /// The URIs of `arguments`, in order, without those that name nothing: a path where nothing is, a scheme that is
    /// not played. `leaveOut` is told why each of these is left out. Relative paths are those of the working directory.
    ///
    /// Throws `CommandFailure` when there are arguments and none of them is left.
    static func uris(
        _ arguments: [String], leaveOut: (_ sentence: String) -> Void = Terminal.tellLeftOut
    ) throws -> [String] {
        var commandLine = CommandLineBytes()
        return try uris(
            arguments.map { ResourceArgument(text: $0, bytes: commandLine.take($0)) }, leaveOut: leaveOut)
    }

    /// The same for names that came another way.
    static func uris(
        _ arguments: [ResourceArgument], leaveOut: (_ sentence: String) -> Void = Terminal.tellLeftOut
    ) throws -> [String] {
        var uris: [String] = []
        var sentences: [String] = []
        for argument in arguments {
            do {
                uris.append(try uri(argument.text, bytes: argument.bytes))
            } catch let failure as CommandFailure {
                sentences.append(failure.sentence)
            }
        }
        if uris.isEmpty, sentences.count == 1 { throw CommandFailure(sentences[0]) }
        for sentence in sentences { leaveOut(sentence) }
        guard !uris.isEmpty || sentences.isEmpty else { throw CommandFailure("Nothing is left of what was named.") }
        return uris
    }

    private static func uri(_ argument: String, bytes: [UInt8]) throws -> String {
        if let scheme = scheme(of: argument) {
            guard schemes.contains(scheme) else {
                throw CommandFailure("\(argument): Segue plays files and http(s) streams, and nothing of \(scheme).")
            }
            return argument
        }
        guard !bytes.isEmpty else { throw CommandFailure("An empty name is no file.") }
        let path = try absolute(LocalPath(bytes: bytes))
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0, path.withCString({ access($0, R_OK) }) == 0 else {
            let code = errno
            guard code != ENOENT, code != ENOTDIR else { throw CommandFailure.missing(argument, "file") }
            throw CommandFailure("\(argument): \(String(cString: strerror(code))).")
        }
        return FileURI.uri(path)
    }

    /// A path in the working directory as an absolute one. Throws `CommandFailure` when the working directory is gone.
    static func absolutePath(_ path: String) throws -> String {
        String(decoding: try absolute(LocalPath(path)).bytes, as: UTF8.self)
    }

    /// The scheme of an address like `scheme://…`, in lower case.
    static func scheme(of argument: String) -> String? {
        guard let scheme = FileURI.scheme(of: argument),
            argument.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
        else { return nil }
        return scheme
    }

    /// The path joined to the working directory, without the dots that would give one file two URIs.
    private static func absolute(_ path: LocalPath) throws -> LocalPath {
        let joined = path.absolute(in: path.isAbsolute ? LocalPath("/") : try workingDirectory())
        guard joined.bytes.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) else {
            return joined
        }
        // A `..` behind a symbolic link is not the folder before it: the file system has to say.
        guard let resolved = joined.withCString({ realpath($0, nil) }) else { return joined }
        defer { free(resolved) }
        return LocalPath(cString: resolved)
    }

    private static func workingDirectory() throws -> LocalPath {
        guard let pointer = getcwd(nil, 0) else { throw CommandFailure("The working directory is gone.") }
        defer { free(pointer) }
        return LocalPath(cString: pointer)
    }
}
