import Glibc

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
        let path = try absolute(bytes)
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0, path.withCString({ access($0, R_OK) }) == 0 else {
            let code = errno
            guard code != ENOENT, code != ENOTDIR else { throw CommandFailure.missing(argument, "file") }
            throw CommandFailure("\(argument): \(String(cString: strerror(code))).")
        }
        return "file://" + percentEncoded(path)
    }

    /// A path in the working directory as an absolute one. Throws `CommandFailure` when the working directory is gone.
    static func absolutePath(_ path: String) throws -> String {
        String(decoding: try absolute(Array(path.utf8)), as: UTF8.self)
    }

    /// The scheme of something like `scheme://…`, in lower case.
    static func scheme(of argument: String) -> String? {
        guard let separator = argument.range(of: "://") else { return nil }
        let scheme = argument[..<separator.lowerBound]
        guard let first = scheme.first, first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return scheme.lowercased()
    }

    /// The path joined to the working directory, without the dots that would give one file two URIs.
    private static func absolute(_ path: [UInt8]) throws -> [UInt8] {
        var components: [ArraySlice<UInt8>] = []
        if path.first != UInt8(ascii: "/") {
            guard let pointer = getcwd(nil, 0) else { throw CommandFailure("The working directory is gone.") }
            defer { free(pointer) }
            components = [UInt8](cString: pointer).split(separator: UInt8(ascii: "/"))
        }
        for component in path.split(separator: UInt8(ascii: "/")) where !component.elementsEqual(".".utf8) {
            components.append(component)
        }
        let joined = components.flatMap { [UInt8(ascii: "/")] + $0 }
        guard components.contains(where: { $0.elementsEqual("..".utf8) }) else {
            return joined.isEmpty ? [0x2F] : joined
        }
        // A `..` behind a symbolic link is not the folder before it: the file system has to say.
        guard let resolved = joined.withCString({ realpath($0, nil) }) else { return joined }
        defer { free(resolved) }
        return [UInt8](cString: resolved)
    }

    /// By RFC 3986: everything is escaped but the unreserved characters and the slash.
    private static func percentEncoded(_ path: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in path {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.append(byte)
            default:
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension String {
    /// Where `text` first occurs.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start != endIndex {
            if self[start...].hasPrefix(text), let end = index(start, offsetBy: text.count, limitedBy: endIndex) {
                return start..<end
            }
            start = index(after: start)
        }
        return nil
    }
}
