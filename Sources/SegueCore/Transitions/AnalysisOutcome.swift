/// What came of the analysis of a file.
public enum AnalysisOutcome: Sendable, Hashable {
    /// Nothing is known from earlier: it has to be measured, and that takes its time. Another outcome comes then.
    case unmeasured
    /// What was found. Where that is of the ends of the file alone, more comes later.
    case facts(TrackFacts)
    /// Why nothing was found, as a sentence.
    case failed(String)
}
