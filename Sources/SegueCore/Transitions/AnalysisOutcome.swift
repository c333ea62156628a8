/// The outcome of a file's analysis.
public enum AnalysisOutcome: Sendable, Hashable {
    /// No earlier facts exist: the file has to be measured, which takes time. Another outcome follows.
    case unmeasured
    /// The facts about the file. If they cover only the ends of the file, more follow.
    case facts(TrackFacts)
    /// The reason for a failure, as a sentence.
    case failed(String)
}
