import Foundation

/// The examples in a Markdown document: programs, and commands with their output.
struct ConsoleDocument {
    struct Exchange {
        var command: String
        /// The output of the command; `…` matches any text, including several lines.
        var expected: String
    }

    /// The Python blocks, by the name in their first line: `# name.py: …`.
    private(set) var programs: [String: String] = [:]
    /// The `console` blocks: `$ ` begins a command, and a backslash at the end of a line continues it.
    private(set) var exchanges: [Exchange] = []

    init(_ text: String) {
        var blocks: [(kind: Substring, lines: [Substring])] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside.toggle()
                if isInside { blocks.append((line.dropFirst(3), [])) }
            } else if isInside {
                blocks[blocks.count - 1].lines.append(line)
            }
        }
        for block in blocks {
            if block.kind == "python", let name = block.lines.first?.firstMatch(of: /^# (\w+\.py):/)?.output.1 {
                programs[String(name)] = block.lines.joined(separator: "\n") + "\n"
            } else if block.kind == "console" {
                read(console: block.lines)
            }
        }
    }

    private mutating func read(console lines: [Substring]) {
        var isContinued = false
        for line in lines {
            if line.hasPrefix("$ ") {
                exchanges.append(Exchange(command: String(line.dropFirst(2)), expected: ""))
            } else if isContinued {
                exchanges[exchanges.count - 1].command += "\n" + line
            } else {
                exchanges[exchanges.count - 1].expected += line + "\n"
            }
            isContinued = line.hasSuffix("\\")
        }
    }

    /// Returns all commands as one shell script, which prints `separator` before the output of each.
    func script(separator: String) -> String {
        exchanges.map { "printf '\(separator)'\n\($0.command)\n" }.joined()
    }
}

extension ConsoleDocument.Exchange {
    /// Returns true if the output matches the expected one.
    func matches(_ output: String) -> Bool {
        var pieces = expected.split(separator: "…", omittingEmptySubsequences: false)
        guard pieces.count > 1 else { return output == expected }
        let (first, last) = (pieces.removeFirst(), pieces.removeLast())
        guard output.hasPrefix(first) else { return false }
        var rest = output.dropFirst(first.count)
        for piece in pieces where !piece.isEmpty {
            guard let range = rest.range(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
