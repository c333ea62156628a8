/// The files to be analysed, the most urgent first in each list (design.md, Facts).
public struct AnalysisWishes: Sendable, Hashable {
    /// Files whose content identity is requested: `Input.identified`, or `Input.analysed` if a file can't be read.
    public var contents: [String]
    /// Files whose audio is to be analysed: `Input.analysed`.
    public var sounds: [String]
    /// Files whose audio will be requested later. They are analysed after all others, in idle time, and the facts are
    /// saved. `Input.analysed` reports the results.
    public var later: [String]

    /// Creates wishes; by default, none.
    public init(contents: [String] = [], sounds: [String] = [], later: [String] = []) {
        self.contents = contents
        self.sounds = sounds
        self.later = later
    }
}
