/// The outcome of a program that has ended.
struct Finished: CustomStringConvertible {
    var status: Int32
    var output: String
    var errors: String

    /// The lines of stderr that are not empty.
    var sentences: [String] { errors.split(separator: "\n").map(String.init) }

    /// stdout without the last newline.
    var text: String { output.hasSuffix("\n") ? String(output.dropLast()) : output }

    var description: String { "status \(status)\nstdout: \(output)\nstderr: \(errors)" }
}
