import SegueCore

/// A part of the tape that is to be heard differently from some place on. The loads that are heard there are opened
/// again at their positions there, and mixed anew. Until the new mix is there, the tape goes on as it is.
struct Remix {
    struct Part {
        var generation: LoadGeneration
        /// The load's part in a fade that is under way, by places on the tape.
        var run: FadeRun?
        /// The load is silent from here on.
        var endSample: Int64?
    }

    /// Where the new mix begins.
    var start: Int64
    var parts: [Part]
    /// Where the sound that is left ends, if no part is mixed.
    var end: Int64?
    /// Whether that is in front of its own end.
    var isCutShort = false

    mutating func goOnWithoutFade() {
        for index in parts.indices {
            parts[index].run = nil
            parts[index].endSample = nil
        }
    }
}
