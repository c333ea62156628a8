import EventLoop
public import SegueCore

/// The state of the engine.
extension AudioEngine {
    /// Returns the position of every load that sounds or is paused; while playing, read from the output now. A load has
    /// a position until the report that its last sample has been heard.
    public func positions() -> [DeckPosition] {
        var readings = ScoreReadings(output: transport.reading)
        if let pending = score.pendingStart?.generation {
            readings.decks[pending] = loader.reading(pending, on: transport.output)
        }
        return score.positions(readings)
    }

    /// The sample position on the tape that is heard now or, in a pause, is heard next; 0 while the tape is stopped.
    var heardSample: Int64 { score.tape.heard(transport.reading) }

    /// The path of the audio to the listener, now.
    public var soundPath: SoundPath {
        let output = transport.output
        var path = SoundPath(server: output?.server, device: output?.device, latency: output?.latency)
        score.tape.describe(&path, transport.reading)
        if let waiting = path.reserve {
            path.reserve = score.onTape.last.flatMap { loader.reserve(of: $0.generation) }.map { $0 + waiting }
        }
        return path
    }

    /// Returns the output samples that a load fills, as far as known, counted from 0: its first sample and the one
    /// after its last. The end is nil until a transition away from the load has begun. Returns nil for a load that is
    /// not on the timeline.
    public func span(of generation: LoadGeneration) -> (start: Int64, end: Int64?)? {
        let start = render?.start ?? 0
        return score.span(of: generation).map { span in
            (span.timeline.startSample + start, span.end.map { $0 + start })
        }
    }

    /// The number of samples in a render's file. Otherwise the number of mixed samples of the current timeline; if
    /// nothing plays, of the last timeline.
    public var mixedSamples: Int64 {
        render?.length ?? (score.tape.state == .stopped ? score.lastLength : score.tape.tape.end)
    }

    /// The output of a render; nil if nothing is rendered.
    var render: RenderOutput? { transport.output as? RenderOutput }
}
