import Glibc

/// A path as the kernel sees it: bytes, not necessarily UTF-8, without NUL.
public struct LocalPath: Sendable, Hashable {
    public let bytes: [UInt8]

    /// Creates a path. Bytes after a NUL are left out.
    public init(bytes: [UInt8]) {
        self.bytes = bytes.contains(0) ? Array(bytes.prefix { $0 != 0 }) : bytes
    }

    /// Creates a path from bytes that are not an array yet.
    public init(bytes: some Sequence<UInt8>) {
        self.init(bytes: Array(bytes))
    }

    public init(_ text: String) {
        self.init(bytes: text.utf8)
    }

    public init(cString: UnsafePointer<CChar>) {
        let start = UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self)
        bytes = Array(UnsafeBufferPointer(start: start, count: strlen(cString)))
    }

    public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

    /// The last component; empty for `/`.
    public var name: ArraySlice<UInt8> {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
        return bytes[(slash + 1)...]
    }

    /// The folder that contains the path: `.` for a bare name.
    public var parent: LocalPath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return LocalPath(".") }
        return LocalPath(bytes: slash == 0 ? bytes[...0] : bytes[..<slash])
    }

    /// The name without its extension: `a.b` for `/x/a.b.flac`.
    var stem: ArraySlice<UInt8> {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
        return name[..<dot]
    }

    /// The name without its extension, for display.
    package var displayStem: String { TagText.line(TextDecoding.text(stem)) ?? description }

    /// The part of the name after the last dot, in lower case; empty if there is no dot.
    var fileExtension: String {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// Returns the path of `component`, a name or several with slashes, below this path.
    public func appending(_ component: some Collection<UInt8>) -> LocalPath {
        let separated = bytes.isEmpty || bytes.last == UInt8(ascii: "/")
        return LocalPath(bytes: bytes + (separated ? [] : [UInt8(ascii: "/")]) + component)
    }

    /// Returns true if the path is below the folder, or is the folder.
    package func isInside(_ folder: LocalPath) -> Bool {
        self == folder || bytes.starts(with: folder.appending([]).bytes)
    }

    /// Returns the path itself if it is absolute, or else the path below `directory`. Components `.` and repeated
    /// slashes are removed. Components `..` are kept, because their meaning depends on symbolic links.
    public func absolute(in directory: LocalPath) -> LocalPath {
        let full = isAbsolute ? self : directory.appending(bytes)
        let components = full.bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        return LocalPath(bytes: components.flatMap { [UInt8(ascii: "/")] + $0 }.ifEmpty([UInt8(ascii: "/")]))
    }

    /// The path after removal of each `..` together with the component before it, as if there were no symbolic links.
    var withoutParentComponents: LocalPath {
        var kept: [ArraySlice<UInt8>] = []
        for component in bytes.split(separator: UInt8(ascii: "/")) {
            if component.elementsEqual("..".utf8) {
                _ = kept.popLast()
            } else {
                kept.append(component)
            }
        }
        return LocalPath(bytes: kept.flatMap { [UInt8(ascii: "/")] + $0 }.ifEmpty([UInt8(ascii: "/")]))
    }

    /// Calls `body` with the path as a C string.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try (bytes + [0]).withUnsafeBufferPointer { buffer in
            try buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let base = characters.baseAddress else {
                    preconditionFailure("a terminated string has at least one byte")
                }
                return try body(base)
            }
        }
    }
}

extension LocalPath: CustomStringConvertible {
    /// The text for display: bytes that are not UTF-8 are shown as U+FFFD.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension Array {
    fileprivate func ifEmpty(_ replacement: [Element]) -> [Element] { isEmpty ? replacement : self }
}
