/// The outcome of a program that has ended.
struct Finished: CustomStringConvertible {
    var status: Int32
    var output: String
    var errors: String

    /// The non-empty lines of stderr.
    var sentences: [String] { errors.split(separator: "\n").map(String.init) }

    /// stdout without the final newline.
    var text: String { output.hasSuffix("\n") ? String(output.dropLast()) : output }

    var description: String { "status \(status)\nstdout: \(output)\nstderr: \(errors)" }
}
