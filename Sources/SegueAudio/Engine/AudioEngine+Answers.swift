import EventLoop
public import SegueCore

/// From key to ear: how long it takes until what a person did is heard.
extension AudioEngine {
    /// A person has just given a command; the first change of the sound from now on is the answer to it.
    public func notePress() {
        loop.checkConfinement()
        press = .now
    }

    /// A press longer ago than this had no answer.
    private static let patience: Int64 = 10_000_000_000

    /// The answer to what a person did is heard at this place, and is on its way to the ear.
    func answer(_ change: SoundChange, at place: Int64) {
        guard let press = takePress() else { return }
        let passed = MediaTime(nanoseconds: MonotonicTime.now.nanoseconds(since: press))
        onAnswer(change, passed + transport.delay(until: place))
    }

    /// The answer is sound that begins: the output says when it is heard.
    func answer(beginningAt place: Int64) {
        guard let press = takePress() else { return }
        milestones.add(.answered(place == 0 ? .start : .resume, pressed: press), at: place + 1)
        armMilestones()
    }

    private func takePress() -> MonotonicTime? {
        defer { press = nil }
        guard let press, !isOffline, MonotonicTime.now.nanoseconds(since: press) < Self.patience else { return nil }
        return press
    }

    /// The way of the sound to the ear, now.
    public var soundPath: SoundPath {
        let output = transport.output
        var path = SoundPath(server: output?.server, device: output?.device, latency: output?.latency)
        if transport.isSounding {
            let heard = transport.heard
            path.queued = Timeline.time(of: max(transport.sent - heard, 0), rate: transport.rate)
            path.fixed = Timeline.time(of: max(transport.changeable - heard, 0), rate: transport.rate)
        }
        return path
    }
}
