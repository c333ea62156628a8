public import SegueCore

extension AudioEngine {
    /// What is fixed for the life of an engine.
    public struct Options: Sendable, Hashable {
        public enum Mode: Sendable, Hashable {
            /// Through an output as `--output` takes it (design.md, Command line), in real time.
            case live(output: String)
            /// Into a file, as fast as it goes, waiting for decisions instead of the clock.
            case render(RenderTarget)
        }

        public var mode: Mode
        /// Hertz of the mixer, 8000…192000. In real time, the rate of each start's first track takes its place.
        public var rate: Int32
        /// How much is mixed in one go, 10…500 ms: a longer block costs fewer wake-ups; with a shorter one, decisions
        /// come into force sooner.
        public var blockDuration: MediaTime
        /// How long a skip fades out what plays: at least this much is mixed ahead.
        public var skipDuration = MediaTime(seconds: 1)
        /// A file that gives nothing while it is to be heard has failed after this time, or after up to twice as long.
        public var stallLimit = MediaTime(seconds: 5)
        /// How long a load that has been mixed may take to be opened again: what comes behind it waits for that.
        public var reopeningLimit = MediaTime(seconds: 10)
        /// How long an address of a playlist has to get ready in, while there is another one to try.
        public var addressLimit = MediaTime(seconds: 3)

        public init(mode: Mode, rate: Int32 = 44100) {
            self.mode = mode
            self.rate = rate
            // In real time much is mixed ahead, and mixed again where a decision is to come into force sooner.
            let isOffline = if case .render = mode { true } else { false }
            blockDuration = MediaTime(nanoseconds: isOffline ? 100_000_000 : 500_000_000)
        }
    }

    /// Loads GStreamer, once in the life of the process, and blocks meanwhile: for long where GStreamer has not looked
    /// through its plug-ins before. From any thread. Without this call, the first engine does it, which also reports
    /// what fails.
    public static func prepare() {
        _ = try? GStreamerLibrary.initialize()
    }
}
