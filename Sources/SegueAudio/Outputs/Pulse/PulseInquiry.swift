import EventLoop
import SegueCore

/// The questions to a stream of the sound server: its time, at growing intervals while it plays. libpulse would also
/// ask in a pause.
///
/// A question that stays open for too long means that the server has stopped answering, and is reported once.
final class PulseInquiry {
    /// Nanoseconds between two questions for the server's time.
    private static let shortestInterval: Int64 = 10_000_000
    private static let longestInterval: Int64 = 1_500_000_000
    /// How many nanoseconds a server that has played steadily has to answer: the sound that it was given is not even
    /// over then.
    private static let shortPatience: Int64 = 1_000_000_000

    private let loop: EventLoop
    /// The server has stopped answering.
    var onSilence: () -> Void = {}
    /// How far the stream has been heard.
    private(set) var clock: PulseClock
    private let server: PulseServer.Kind
    /// The stream whose time is asked for; nil while it stands still.
    private var followed: PulseStream?
    private var interval = PulseInquiry.shortestInterval
    private var nextQuestion: Deadline?
    private var limit: Deadline?

    init(of server: PulseServer.Kind, on loop: EventLoop) {
        self.loop = loop
        self.server = server
        clock = PulseClock(rate: 1, server: server)
    }

    deinit {
        stop()
    }

    // MARK: - Time

    /// The stream stands still at this sample.
    func standStill(at sample: Int64, rate: Int32) {
        unfollow()
        clock = PulseClock(at: sample, rate: rate, server: server)
    }

    /// The stream plays, or goes on in another way than before: its time is asked for now and soon again.
    func follow(_ stream: PulseStream) {
        interval = Self.shortestInterval
        followed = stream
        askForTime()
    }

    /// The stream has been given more of what it plays. One that has played steadily is asked then: a server that has
    /// stopped answering does not say so.
    func goOn() {
        if interval == Self.longestInterval { askForTime() }
    }

    /// What is answered about the time from now on does not count.
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
        }
        nextQuestion = loop.schedule(at: .now.advanced(byNanoseconds: interval)) { [weak self] in
            guard let self else { return }
            interval = min(2 * interval, Self.longestInterval)
            askForTime()
        }
    }

    // MARK: - Questions

    /// `answer` is called when the server has done all that it was asked before.
    func askWhenDone(_ stream: PulseStream, _ answer: @escaping () -> Void) {
        expectAnswer()
        ask(stream, answer)
    }

    private func ask(_ stream: PulseStream, _ answer: @escaping () -> Void) {
        stream.ask { [weak self, weak stream] in
            self?.answered()
            // What was asked behind that is still open.
            if let self, stream?.isAsked == true {
                clock.ask()
                expectAnswer()
            }
            answer()
        }
    }

    /// The server is to answer within this many nanoseconds.
    func expectAnswer(within patience: Int64? = nil) {
        limit?.cancel()
        limit = loop.schedule(at: .now.advanced(byNanoseconds: patience ?? PulseConnection.patience)) { [weak self] in
            self?.limit = nil
            self?.onSilence()
        }
    }

    /// The server has answered something.
    func answered() {
        limit?.cancel()
        limit = nil
        clock.answered()
    }

    /// Nothing is asked any more.
    func stop() {
        unfollow()
        answered()
    }
}
