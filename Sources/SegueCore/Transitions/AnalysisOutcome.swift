/// What came of the analysis of a file.
public enum AnalysisOutcome: Sendable, Hashable {
    /// What was found.
    case facts(TrackFacts)
    /// Why nothing was found, as a sentence.
    case failed(String)
}
