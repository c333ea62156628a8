/// Pauses without a command of the user: a call, sleep, an unplugged device. If so configured, playback resumes
/// afterwards, unless the user has started, paused or stopped it meanwhile.
extension Player {
    // MARK: - Calls

    /// Handles the beginning or the end of a call.
    mutating func silenced(_ isSilenced: Bool) {
        if isSilenced { interrupt(by: .call) } else { endInterruption(by: .call, goesOn: true) }
    }

    // MARK: - Devices

    /// Pauses when the headphones are unplugged: the audio may not be meant for everybody to hear.
    mutating func deviceUnplugged(_ name: String) {
        fadedOut(because: "unplugged")
        guard interrupt(by: .unplugged) else { return }
        report(.error(.outputError(output: name, reason: Reason.unplugged.text())))
    }

    mutating func deviceReturned() { endInterruption(by: .unplugged, goesOn: configuration.resumeOnReconnect) }

    /// True if playback on an unplugged device resumes once there is an output again.
    var goesOnWithDevice: Bool { configuration.resumeOnReconnect && pursuit.interruptions.contains(.unplugged) }

    // MARK: - Sleep

    /// Fades the audio out before the computer sleeps; playback is paused then.
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

    /// Pauses once the audio is silent. Samples already sent are given the time to leave the output.
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

    /// Pauses playback, also if it waits for an output. Returns true if something was paused. If another interruption
    /// has already paused playback, the end of this one is awaited too.
    @discardableResult
    private mutating func interrupt(by cause: Interruption) -> Bool {
        let isWanted = status == .playing || output.isAwaited
        let isPaused = isWanted && perform(.pause, ticket: nil) == .accepted
        // Nothing else had paused the audible track.
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

/// The progress of the computer towards sleep.
enum Slumber: Sendable {
    case awake
    /// The audio fades out.
    case fading
    /// The player is silent, but samples already sent may not have left the output.
    case settling
    /// The player no longer keeps the computer awake.
    case asleep

    mutating func fade() { self = .fading }
    mutating func settle() { self = .settling }
    mutating func fallAsleep() { self = .asleep }
    mutating func wake() { self = .awake }
}
