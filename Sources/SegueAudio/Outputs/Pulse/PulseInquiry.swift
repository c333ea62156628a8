import EventLoop
import SegueCore

/// The queries to a stream of the sound server: its time, at growing intervals while it plays. libpulse would also
/// query in a pause.
///
/// A query that stays open for too long means that the server has stopped answering, and is reported once.
final class PulseInquiry {
    /// The interval between two queries for the server's time, in nanoseconds.
    private static let shortestInterval: Int64 = 10_000_000
    private static let longestInterval: Int64 = 1_500_000_000
    /// The time limit, in nanoseconds, for a server that has played steadily: its samples last even longer than that.
    private static let shortPatience: Int64 = 1_000_000_000
    /// The delay of the loop, in nanoseconds, from which on the program itself stood still.
    private static let standstill: Int64 = 100_000_000

    private let loop: EventLoop
    /// Called when the server has stopped answering.
    var onSilence: () -> Void = {}
    /// Called after each answer about the stream's time.
    var onTime: () -> Void = {}
    /// The clock of the stream's heard position.
    private(set) var clock: PulseClock
    /// True if the device can't render again what it has read.
    var isReadFinal: Bool {
        didSet { clock.isReadFinal = isReadFinal }
    }
    private let server: PulseServer.Kind
    /// The stream whose time is queried; nil while it is stopped.
    private var followed: PulseStream?
    private var interval = PulseInquiry.shortestInterval
    private var nextQuestion: Deadline?
    private var limit: Deadline?

    init(of server: PulseServer.Kind, on loop: EventLoop) {
        self.loop = loop
        self.server = server
        clock = PulseClock(rate: 1, server: server)
        isReadFinal = clock.isReadFinal
    }

    deinit {
        stop()
    }

    // MARK: - Time

    /// Resets the clock for a stream that is stopped at this sample.
    func standStill(at sample: Int64, rate: Int32) {
        unfollow()
        clock = PulseClock(at: sample, rate: rate, server: server)
        clock.isReadFinal = isReadFinal
    }

    /// Follows a stream that plays, or that continues in another way than before: its time is queried now and soon
    /// again.
    func follow(_ stream: PulseStream) {
        interval = Self.shortestInterval
        followed = stream
        askForTime()
    }

    /// Notes that more samples have been written to the stream. After steady playing, the stream is queried now: a
    /// server that has stopped answering does not report that.
    func goOn() {
        if interval == Self.longestInterval { askForTime() }
    }

    /// Stops following the stream; later answers about its time are ignored.
    func unfollow() {
        nextQuestion?.cancel()
        nextQuestion = nil
        followed = nil
    }

    private func askForTime() {
        nextQuestion?.cancel()
        guard let followed else { return }
        // A stream that has just started may have to wait for a device that wakes up.
        if limit == nil { expectAnswer(within: interval == Self.longestInterval ? Self.shortPatience : nil) }
        clock.ask()
        ask(followed) { [weak self, weak followed] in
            guard let self, let followed, followed === self.followed, let answer = followed.answer else { return }
            clock.read(answer)
            onTime()
        }
        nextQuestion = loop.schedule(at: .now.advanced(byNanoseconds: interval)) { [weak self] in
            guard let self else { return }
            interval = min(2 * interval, Self.longestInterval)
            askForTime()
        }
    }

    // MARK: - Questions

    /// Calls `answer` when the server has completed all earlier requests.
    func askWhenDone(_ stream: PulseStream, _ answer: @escaping () -> Void) {
        expectAnswer()
        ask(stream, answer)
    }

    private func ask(_ stream: PulseStream, _ answer: @escaping () -> Void) {
        stream.ask { [weak self, weak stream] in
            self?.answered()
            // Later queries are still open.
            if let self, stream?.isAsked == true {
                clock.ask()
                expectAnswer()
            }
            answer()
        }
    }

    /// Expects an answer of the server within this many nanoseconds, in which the program runs. If the whole machine
    /// stood still, the server has the same time again.
    func expectAnswer(within patience: Int64? = nil) {
        limit?.cancel()
        let end = MonotonicTime.now.advanced(byNanoseconds: patience ?? PulseConnection.patience)
        limit = loop.schedule(at: end) { [weak self] in
            guard let self else { return }
            limit = nil
            guard MonotonicTime.now.nanoseconds(since: end) < Self.standstill else {
                return expectAnswer(within: patience)
            }
            onSilence()
        }
    }

    /// Notes that the server has answered.
    func answered() {
        limit?.cancel()
        limit = nil
        clock.answered()
    }

    /// Stops all queries.
    func stop() {
        unfollow()
        answered()
    }
}
