import SegueTestSupport

/// A session of random steps, or of the steps of a program, with a check of its promises.
protocol Trial {
    /// The first fault; nil if every promise was kept.
    var fault: String? { get }
    var random: TrialChoices { get set }

    /// Performs one action, and lets a moment pass.
    mutating func act()
    /// Performs the step of a program that has this code. The choices within the step follow.
    mutating func perform(_ code: UInt8)
    /// Ends all actions, and checks that everything comes to its end.
    mutating func settle()
}

extension Trial {
    /// The code that ends a program and settles the trial, which takes far longer than a step.
    private static var settling: UInt8 { 255 }
    /// The length of a step in bytes: its code, and its first choices.
    private static var length: Int { 4 }

    mutating func perform(_ code: UInt8) { act() }

    /// Performs the steps of a program, until there is a fault.
    mutating func perform(program: [UInt8]) {
        for start in stride(from: 0, to: program.count, by: Self.length) where fault == nil {
            let step = program[start..<min(start + Self.length, program.count)]
            random = TrialChoices(step: step)
            if program[start] == Self.settling { return settle() }
            perform(program[start])
        }
    }
}

/// The choices of a trial: random ones, or those of a step of a program.
struct TrialChoices: RandomNumberGenerator {
    private var chosen: ArraySlice<UInt8>
    private var random: SeededRandom

    /// Creates random choices.
    init(seed: UInt64) {
        chosen = []
        random = SeededRandom(state: seed)
    }

    /// Creates the choices of a step: one for each byte after the code, then random ones that depend on the bytes.
    init(step: ArraySlice<UInt8>) {
        chosen = step.dropFirst()
        random = SeededRandom(state: step.reduce(0) { $0 << 8 | UInt64($1) })
    }

    mutating func next() -> UInt64 {
        let number = random.next()
        // The highest bits of a number select the element of a range.
        return chosen.popFirst().map { UInt64($0) << 56 | number >> 8 } ?? number
    }
}
