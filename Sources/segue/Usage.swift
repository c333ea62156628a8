import ArgumentParser

/// The verbs of a command line, for errors that refer to the right help, and for unknown verbs.
struct Usage {
    /// The recognised verbs: `segue queue jump`.
    private(set) var path = "segue"
    /// The word in the position of a verb that is not a verb.
    private(set) var unknownVerb: String?
    /// The verb that was probably meant.
    private(set) var suggestion: String?

    /// Reads the verbs. `arguments` are the words after the program name.
    init(_ arguments: some Sequence<String>) {
        var verbs = SegueCommand.configuration.subcommands
        for (index, word) in arguments.filter({ !$0.hasPrefix("-") }).enumerated() {
            // `segue help queue jump` is about `segue queue jump`.
            if index == 0, word == "help" { continue }
            guard !verbs.isEmpty else { return }
            guard let verb = verbs.first(where: { $0.configuration.commandName == word }) else {
                unknownVerb = word
                suggestion = Self.nearest(to: word, among: verbs.compactMap { $0.configuration.commandName })
                return
            }
            path += " \(word)"
            verbs = verb.configuration.subcommands
        }
    }

    /// The sentence about the unknown verb; nil if there is none.
    var refusal: String? {
        unknownVerb.map { word in
            let hint = suggestion.map { "; did you mean `\(path) \($0)`?" } ?? "."
            return "There is no verb '\(word)'\(hint) See `\(path) --help`."
        }
    }

    /// Returns the name with the fewest typing mistakes, if they are few for its length.
    private static func nearest(to word: String, among names: [String]) -> String? {
        let distances = names.map { (name: $0, distance: distance(Array(word.lowercased()), Array($0))) }
        return distances.min { $0.distance < $1.distance }.flatMap {
            $0.distance <= min(2, $0.name.count / 2) ? $0.name : nil
        }
    }

    /// Returns the number of letters that are missing, superfluous, wrong, or swapped with a neighbour.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
