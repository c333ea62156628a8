import Glibc

/// The arguments as bytes. File names are bytes and need not be UTF-8; Swift's strings replace invalid bytes.
struct CommandLineBytes {
    private var candidates: [String: ArraySlice<[UInt8]>] = [:]

    /// Reads the arguments of this process.
    init() {
        for index in 0..<Int(CommandLine.argc) {
            guard let pointer = CommandLine.unsafeArgv[index] else { continue }
            candidates[String(cString: pointer), default: []].append([UInt8](cString: pointer))
        }
    }

    /// Returns the bytes of the next argument that reads as `argument`; if there is none, the bytes of the string.
    mutating func take(_ argument: String) -> [UInt8] {
        candidates[argument]?.popFirst() ?? Array(argument.utf8)
    }
}

extension [UInt8] {
    /// Copies the bytes up to the terminating NUL.
    init(cString pointer: UnsafePointer<CChar>) {
        self = UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
    }

    /// Calls `body` with a pointer to these bytes and a terminating NUL.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("an array with an element has an address") }
            return body(start)
        }
    }
}

extension [String] {
    /// The words without a leading `--`, with which a careful person protects a word like -5. An argument that takes
    /// all words receives the `--` too.
    var behindTerminator: [String] { first == "--" ? Array(dropFirst()) : self }
}
