import Glibc
import SegueFiles

/// A file, folder, playlist or stream named by a person, to be converted to the absolute URI for the player.
struct ResourceArgument {
    var text: String
    /// The name as given. File names need not be UTF-8.
    var bytes: [UInt8]

    private static let schemes = ["file", "http", "https"]

    /// Returns the URIs of `arguments`, in order. Relative paths are resolved against the working directory. Arguments
    /// without a target are left out: a path without a file, an unsupported scheme. `leaveOut` receives the reason for
    /// each.
    ///
    /// Throws `CommandFailure` if there are arguments and all of them are left out.
    static func uris(
        _ arguments: [String], leaveOut: (_ sentence: String) -> Void = Terminal.tellLeftOut
    ) throws -> [String] {
        var commandLine = CommandLineBytes()
        return try uris(
            arguments.map { ResourceArgument(text: $0, bytes: commandLine.take($0)) }, leaveOut: leaveOut)
    }

    /// Returns the URIs of names that were not given on the command line.
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
        guard !uris.isEmpty || sentences.isEmpty else {
            throw CommandFailure("Everything that was named was left out.")
        }
        return uris
    }

    private static func uri(_ argument: String, bytes: [UInt8]) throws -> String {
        if let scheme = scheme(of: argument) {
            guard schemes.contains(scheme) else {
                throw CommandFailure("\(argument): Segue plays files and http(s) streams, not \(scheme).")
            }
            return argument
        }
        guard !bytes.isEmpty else { throw CommandFailure("The file name is empty.") }
        let path = try absolute(LocalPath(bytes: bytes))
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0, path.withCString({ access($0, R_OK) }) == 0 else {
            let code = errno
            guard code != ENOENT, code != ENOTDIR else { throw CommandFailure.missing(argument, "file") }
            throw CommandFailure("\(argument): \(String(cString: strerror(code))).")
        }
        return FileURI.uri(path)
    }

    /// Returns an absolute path for a path in the working directory. Throws `CommandFailure` if the working directory
    /// was removed.
    static func absolutePath(_ path: String) throws -> String {
        String(decoding: try absolute(LocalPath(path)).bytes, as: UTF8.self)
    }

    /// Returns the scheme of an address like `scheme://…`, in lower case.
    static func scheme(of argument: String) -> String? {
        guard let scheme = FileURI.scheme(of: argument),
            argument.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
        else { return nil }
        return scheme
    }

    /// Returns the path joined to the working directory, without dots that would give one file two URIs.
    private static func absolute(_ path: LocalPath) throws -> LocalPath {
        let joined = path.absolute(in: path.isAbsolute ? LocalPath("/") : try workingDirectory())
        guard joined.bytes.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) else {
            return joined
        }
        // A `..` after a symbolic link is not the folder before the link, so the file system has to resolve it.
        guard let resolved = joined.withCString({ realpath($0, nil) }) else { return joined }
        defer { free(resolved) }
        return LocalPath(cString: resolved)
    }

    private static func workingDirectory() throws -> LocalPath {
        guard let pointer = getcwd(nil, 0) else { throw CommandFailure("The working directory was removed.") }
        defer { free(pointer) }
        return LocalPath(cString: pointer)
    }
}
