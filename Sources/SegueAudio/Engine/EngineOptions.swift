public import SegueCore

extension AudioEngine {
    /// The options that are fixed for the lifetime of an engine.
    public struct Options: Sendable, Hashable {
        public enum Mode: Sendable, Hashable {
            /// Through an output in the form that `--output` takes (design.md, Command line), in real time.
            case live(output: String)
            /// Into a file, as fast as possible, waiting for decisions instead of the clock.
            case render(RenderTarget)
        }

        public var mode: Mode
        /// The mixer's rate in hertz, 8000…192000. In real time, the rate of each start's first track replaces it.
        public var rate: Int32
        /// The length of audio mixed at once, 10…500 ms. A longer block costs fewer wake-ups; with a shorter block,
        /// decisions take effect sooner.
        public var blockDuration: MediaTime
        /// The length over which a skip fades out the current audio: at least this much is mixed ahead.
        public var skipDuration = MediaTime(seconds: 1)
        /// The time from the output to the ear that the output does not report, 0 or more.
        public var outputLatency = MediaTime.zero
        /// The time after which a file that delivers nothing while it should be heard has failed; the failure may take
        /// up to twice as long.
        public var stallLimit = MediaTime(seconds: 5)
        /// The time limit for reopening a load that has been mixed: the audio after it waits for that.
        public var reopeningLimit = MediaTime(seconds: 10)
        /// The time limit for an address of a playlist to get ready, while there is another address to try.
        public var addressLimit = MediaTime(seconds: 3)

        public init(mode: Mode, rate: Int32 = 44100) {
            self.mode = mode
            self.rate = rate
            // In real time, much is mixed ahead, and mixed again if a decision has to take effect sooner.
            let isOffline = if case .render = mode { true } else { false }
            blockDuration = MediaTime(nanoseconds: isOffline ? 100_000_000 : 500_000_000)
        }
    }

    /// Loads GStreamer, once in the lifetime of the process. Blocks meanwhile: for long if GStreamer has not scanned
    /// its plug-ins before. From any thread. Without this call, the first engine loads GStreamer, and also reports any
    /// failure.
    public static func prepare() {
        _ = try? GStreamerLibrary.initialize()
    }
}
