/// What pauses the player without a person's word: a call, sleep, a device that is gone. Where that is wanted, what
/// played goes on afterwards, unless a person has started, paused or stopped it meanwhile.
extension Player {
    // MARK: - Calls

    /// A call begins or ends.
    mutating func silenced(_ isSilenced: Bool) {
        if isSilenced { interrupt(by: .call) } else { endInterruption(by: .call, goesOn: true) }
    }

    // MARK: - Devices

    /// The headphones are out: what they played is not for everybody to hear.
    mutating func deviceUnplugged(_ name: String) {
        fadedOut(because: "unplugged")
        guard interrupt(by: .unplugged) else { return }
        report(.error(.outputError(output: name, reason: "it was unplugged")))
    }

    mutating func deviceReturned() { endInterruption(by: .unplugged, goesOn: configuration.resumeOnReconnect) }

    /// Whether what a device played goes on when there is an output again.
    var goesOnWithDevice: Bool { configuration.resumeOnReconnect && pursuit.interruptions.contains(.unplugged) }

    // MARK: - Sleep

    /// The computer is about to sleep: what sounds fades out, and is paused then.
    mutating func systemWillSleep() {
        guard slumber == .awake else { return }
        guard sound.isRunning else { return holdForSleep() }
        slumber.fade()
        audio(.setVolume(0, over: Timing.sleepFade))
        arm(.fallAsleep, at: moment.now + Timing.sleepFade)
    }

    mutating func fallAsleep() {
        switch slumber {
        case .fading: holdForSleep()
        case .settling: slumber.fallAsleep()
        case .awake, .asleep: break
        }
    }

    /// Nothing sounds any more. What has been sent is given the time to be out of the output.
    private mutating func holdForSleep() {
        let wasRunning = sound.isRunning
        let isStopping = state.kind == .fadingOut
        fadedOut(because: "sleep")
        if !isStopping { interrupt(by: .sleep) }
        let former = slumber
        if wasRunning { slumber.settle() } else { slumber.fallAsleep() }
        if former == .fading { audio(.setVolume(heardVolume)) }
        if wasRunning { arm(.fallAsleep, at: moment.now + Timing.sleepSettling) }
    }

    mutating func systemWoke() {
        // The computer may not have waited for the fade.
        if slumber == .fading { holdForSleep() }
        disarm(.fallAsleep)
        slumber.wake()
        endInterruption(by: .sleep, goesOn: configuration.resumeAfterSleep)
    }

    // MARK: - All of them

    /// Pauses what plays, or would play if there were an output; true if something did. What has been paused by
    /// something else waits for the end of this too.
    @discardableResult
    private mutating func interrupt(by cause: Interruption) -> Bool {
        let isWanted = status == .playing || output.isAwaited
        let isPaused = isWanted && perform(.pause, ticket: nil) == .accepted
        // What played was held by nothing.
        if isPaused { pursuit.endInterruptions() }
        if isPaused || !pursuit.interruptions.isEmpty { pursuit.interrupt(by: cause) }
        return isPaused
    }

    private mutating func endInterruption(by cause: Interruption, goesOn: Bool) {
        guard pursuit.interruptions.contains(cause) else { return }
        guard goesOn else { return pursuit.endInterruptions() }
        if pursuit.endInterruption(by: cause) { perform(.play, ticket: nil) }
    }
}

/// How far the computer is on its way to sleep.
enum Slumber: Sendable {
    case awake
    /// The sound fades out.
    case fading
    /// Nothing sounds any more, and what was sent may not be out yet.
    case settling
    /// For all that the player does, the computer may sleep.
    case asleep

    mutating func fade() { self = .fading }
    mutating func settle() { self = .settling }
    mutating func fallAsleep() { self = .asleep }
    mutating func wake() { self = .awake }
}
