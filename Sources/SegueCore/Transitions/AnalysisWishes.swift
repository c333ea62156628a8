/// What is to be found out about files, the most urgent first in each list (design.md, Facts).
public struct AnalysisWishes: Sendable, Hashable {
    /// Files of which it is asked what they hold: `Input.identified`, or `Input.analysed` where they can't be read.
    public var contents: [String]
    /// Files whose sound is asked for: `Input.analysed`.
    public var sounds: [String]
    /// Files whose sound will be asked for: it is measured and kept where that costs nothing, behind all others.
    /// `Input.analysed` tells of what was measured.
    public var later: [String]

    /// These wishes; by default, none.
    public init(contents: [String] = [], sounds: [String] = [], later: [String] = []) {
        self.contents = contents
        self.sounds = sounds
        self.later = later
    }
}
