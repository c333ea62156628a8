/// What came of the analysis of a file.
public enum AnalysisOutcome: Sendable, Hashable {
    /// What was found. Where that is of the ends of the file alone, more comes later.
    case facts(TrackFacts)
    /// Why nothing was found, as a sentence.
    case failed(String)
}
