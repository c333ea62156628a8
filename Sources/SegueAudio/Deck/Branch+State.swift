import CGStreamer
import SegueCore
import Synchronization

extension Branch {
    /// What the streaming thread and the loop share about one load.
    struct StreamState {
        enum Phase {
            /// Nothing has arrived at the gate since the load, or since the last seek.
            case loading
            /// The first buffer waits at the gate.
            case prerolled
            /// The mixer has taken it, and will put it on the timeline at once.
            case claimed
            /// On the mixer's timeline.
            case sounding
            /// Nothing passes any more.
            case dead
        }

        var phase = Phase.loading
        /// What has arrived of it, from the first buffer on, until it sounds.
        var opening: Opening?
        /// Where the load lies on the mixer's timeline; from `sounding` on.
        var timeline = Timeline(startSample: 0, mediaStart: .zero, rate: 1)
        /// Which of the mixer's timelines that is; nil before.
        var timelineNumber: Int?
        /// The gain in front of the fade.
        var loudness = 1.0
        /// Whether the position that was asked for has been gone to.
        var hasSought = false
        /// Whether an error has ended it.
        var hasFailed = false
        /// Percent of the reserve that there has to be before it sounds; 100 for a file.
        var fill = 100
        /// How much sound the file has, by what is in it; nil when it is taken at its word.
        var length: MediaTime?
        /// It comes in pieces that a manifest lists.
        var isAdaptive = false
        /// The media time that the pieces of an adaptive stream count from, once that is known.
        var origin: MediaTime?
        /// What became of the connection that it came over.
        var connection = Connection.complete
        /// It has no length, and no position that could be gone to.
        var isLive = false
        /// Whether its server gives any part of it.
        var parts = ServerAnswer.Parts.unknown
        /// It was known that its server refuses them when the load was opened.
        var isForewarned = false
        /// Its server has said how much there is.
        var hasLength = false
        /// Its server has answered.
        var hasAnswer = false
        /// It is being found out why its server does not.
        var isToBeExplained = false
        /// What is being read of a playlist that its address turned out to be.
        var playlist: RemotePlaylist?
        /// It is nothing that could be played itself, and nothing of it reaches the decoder.
        var isPlaylist = false
        /// It is known that positions can be gone to.
        var isKnownSeekable = false
        /// It is a radio station: it has no end of its own.
        var isStation = false
        var stationName: String?
        /// Who uses the reblocker.
        var work = Work.none
        /// It has to end with what is there, and wait for nothing more.
        var mustNotWait = false
        /// What passed last: a reconsidering gate may ask about it again.
        var latest: PassedBuffer?
        /// How many samples have passed the gate.
        var passed: Int64 = 0
        /// The gain over media position that the fade element plays.
        var envelope = FadeEnvelope(constant: 1)
        /// The envelope is played, at some cost; once it is through, its last gain is set for good.
        var isEnvelopePlaying = false
        /// The fade that the load takes part in.
        var run: FadeRun?
        /// Whether it came in while another load was heard.
        var isSuccessor = false
        /// The load is silent from here on, and ends.
        var endSample: Int64?
        /// From here on nothing passes as long as it is not known what follows. Nil in real time, which does not wait.
        var holdSample: Int64?
        /// What follows it.
        var armed: ArmedTransition?
        /// Nothing follows it.
        var playsOut = false
        /// The end of the stream waits at the gate for a decision.
        var holdsEnd = false
        /// The end of the stream has gone to the mixer, behind this sample.
        var finalSample: Int64?

        enum Work {
            case none
            /// The streaming thread hands on what has arrived.
            case passing
            /// Another thread sends the end in front of what may never arrive.
            case ending
        }

        enum Connection {
            case standing
            /// Nothing more comes over it, although there should be more.
            case broken(AudioPlayerError)
            /// All that there is has come.
            case complete
        }

        /// The first sample, on the mixer's timeline, that has not passed the gate.
        var frontier: Int64 { timeline.startSample + passed }
        /// On the mixer's timeline, or was until a moment ago.
        var isInMixer: Bool {
            switch phase {
            case .loading, .prerolled: false
            case .claimed, .sounding: true
            case .dead: passed > 0
            }
        }
        /// With what the load that follows without a gap goes on.
        var continuation: (Branch, Reblocker.Continuation)?

        /// Whether it is known what happens at the end.
        var isDecided: Bool { playsOut || armed != nil || endSample != nil }
        /// Whether nothing may pass until that is known.
        var isHeld: Bool {
            guard let holdSample, phase == .sounding else { return false }
            return !isDecided && frontier >= holdSample
        }

        /// Once: what the load begins with.
        mutating func takeOpening() -> Opening? {
            defer { opening = nil }
            return opening
        }
    }

    /// Tells a buffer from those before and behind it.
    struct PassedBuffer: Equatable {
        var address: UInt
        var stamp: GstClockTime
    }
}
