import Glibc

/// The generator SplitMix64: the same numbers for the same seed, on every machine.
public struct SeededRandom: RandomNumberGenerator {
    public var state: UInt64

    public init(state: UInt64) {
        self.state = state
    }

    /// Returns a generator with another seed in each run. The seed is printed; the environment variable
    /// `SEGUE_TEST_SEED` sets it.
    public static func anew() -> SeededRandom {
        let wanted = getenv("SEGUE_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
        let seed = wanted ?? UInt64.random(in: .min ... .max)
        print("SEGUE_TEST_SEED=\(seed)")
        return SeededRandom(state: seed)
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
