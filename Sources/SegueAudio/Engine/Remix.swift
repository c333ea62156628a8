import SegueCore

/// What is on the tape already, and is to be heard differently from some place on: the loads that are heard there are opened
/// again where they are then, and mixed anew. What the tape has goes on until that is there.
struct Remix {
    struct Part {
        var generation: LoadGeneration
        /// Its part in a fade that is under way, by places on the tape.
        var run: FadeRun?
        /// The load is silent from here on.
        var endSample: Int64?
    }

    /// Where the new mix begins.
    var start: Int64
    var parts: [Part]
    /// Where all that is left is at its end, if no part is mixed.
    var end: Int64?

    mutating func goOnWithoutFade() {
        for index in parts.indices {
            parts[index].run = nil
            parts[index].endSample = nil
        }
    }
}
