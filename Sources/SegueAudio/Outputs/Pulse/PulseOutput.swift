import EventLoop
import Glibc
import SegueCore

/// Output through a sound server that speaks PulseAudio's protocol; samples can be rewritten until shortly before they
/// are heard.
///
/// The server holds two seconds of audio, and may pass half a second of it to the device at a time. The server
/// therefore wakes twice a second, and so does the player. The server's stream counts its samples from 0. A position on
/// the tape is at a fixed distance from that count until the stream rests or runs dry. It is written by its absolute
/// index.
final class PulseOutput: Output {
    /// The name of an output whose device the server chooses.
    static let serverName = "PulseAudio"

    var name: String { sink != nil && fallback != nil ? Self.serverName : requested }
    private(set) var fallback: String?
    let isDevice = true
    var onEvent: (OutputEvent) -> Void = { _ in }
    var title = "Music" {
        didSet { if title != oldValue { stream?.setTitle(title) } }
    }

    /// Silence before audio that begins while a client records a sink. When a stream is uncorked, PulseAudio renders
    /// the current block again, but the recorders keep the block as it was. What they miss is shorter than this
    /// silence.
    private static let recordedLead = PulseStream.shortBlock + MediaTime(nanoseconds: 5_000_000)
    /// The time until a written sample has surely left the device, after it counts as heard.
    private static let settling = MediaTime(nanoseconds: 20_000_000)

    /// The reasons for silence that the player did not choose.
    private struct Silence: OptionSet {
        let rawValue: Int
        static let requested = Silence(rawValue: 1)
        static let suspension = Silence(rawValue: 2)
    }

    private enum State {
        case none
        case creating
        /// The stream is stopped, and resumes at this sample of the stream's count.
        case corked(at: Int64)
        case running
        /// The audio before the rest is on its way, up to this sample of the stream's count.
        case resting(at: Int64)
        /// The stream has been asked to stop.
        case corking
    }

    private let loop: EventLoop
    private let kind: PulseServer.Kind
    private let connection: PulseConnection
    private let sink: String?
    /// The name of the requested output.
    private let requested: String
    private var stream: PulseStream?
    private var devices: PulseDevices?
    private var state = State.none
    private var silence: Silence = [] {
        didSet { if silence.isEmpty != oldValue.isEmpty { onEvent(.silenced(!silence.isEmpty)) } }
    }
    private var rate: Int32 = 0
    /// The position on the tape of the stream's sample 0.
    private var origin: Int64 = 0
    private var written: Int64 = 0
    private var isBeginning = false
    /// The number of samples of silence before the audio that begins.
    private var lead: Int64 = 0
    private var deadline: Deadline?
    private var uncorking: Deadline?
    private let inquiry: PulseInquiry
    /// The number of samples that the device was ahead when the output was last filled.
    private var knownAhead: Int64 = 0

    /// Creates the output. `sink` is the device; nil for the device that the server chooses.
    init(_ connection: PulseConnection, name: String, sink: String?, fallback: String?, loop: EventLoop) {
        self.connection = connection
        requested = name
        self.sink = sink
        self.fallback = fallback
        self.loop = loop
        kind = PulseServer.Kind(name: connection.server)
        inquiry = PulseInquiry(of: kind, on: loop)
        inquiry.onSilence = { [weak self] in self?.lose(Reason.silentSoundServer.text()) }
        inquiry.onTime = { [weak self] in self?.growIfLate() }
        connection.onLoss = { [weak self] in self?.lose($0) }
        devices = PulseDevices(
            connection.context, requested: sink,
            playingOn: { [weak self] in self?.stream?.deviceIndex },
            onChange: { [weak self] in self?.heed($0) },
            onAnswer: { [weak self] in self?.adapt() })
    }

    deinit {
        close()
    }

    /// Returns the same rate: the server accepts any rate.
    func rate(nearestTo rate: Int32) -> Int32 { rate }

    func depth(rate: Int32) -> Int64 {
        switch state {
        case .none, .creating, .corking: 0
        // A stream of another rate is replaced at the next start, and takes no samples before.
        case .corked, .running, .resting: rate == self.rate ? 2 * Int64(rate) : 0
        }
    }

    /// The buffer of two seconds covers a latency of one block. A speaker in the network has more.
    func ahead(rate: Int32) -> Int64 {
        guard let latency else { return 0 }
        return max(0, (latency - PulseStream.longBlock).samples(rate: rate))
    }

    /// Asks for more samples at once if the device has taken more than was known: it would run dry.
    private func growIfLate() {
        let ahead = ahead(rate: rate)
        defer { knownAhead = ahead }
        if ahead > knownAhead + Int64(rate) / 10 { onEvent(.roomy) }
    }

    var device: String? { stream?.device }

    var server: String? { connection.server }

    var latency: MediaTime? { stream?.latency }

    // MARK: - The stream

    func go(from place: Int64, rate: Int32) {
        if stream == nil || rate != self.rate { create(rate) }
        written = place
        isBeginning = true
        switch state {
        case .none, .creating, .corking: origin = place
        case .corked(let sample):
            lead = stream?.isRecorded == true ? Self.recordedLead.samples(rate: rate) : 0
            origin = place - sample - lead
        case .running:
            // The stream has run dry, and its count continues.
            origin = place - inquiry.clock.changeable
        case .resting(let end):
            // The ramp with which the stream was to come to rest is still heard.
            deadline?.cancel()
            deadline = nil
            state = .running
            origin = place - max(end, inquiry.clock.changeable)
        }
    }

    private func create(_ rate: Int32) {
        drop()
        self.rate = rate
        state = .creating
        inquiry.standStill(at: 0, rate: rate)
        inquiry.expectAnswer()
        let sink = fallback == nil ? sink : nil
        stream = PulseStream(connection.context, title: title, sink: sink, rate: rate) { [weak self] in self?.heed($0) }
        if stream == nil { loseLater("it accepts no more streams") }
    }

    private func heed(_ news: PulseStream.News) {
        switch news {
        case .ready:
            inquiry.answered()
            // The devices were queried before the stream was created, so the answer has arrived.
            adapt()
            state = .corked(at: 0)
            devices?.ask()
            onEvent(.roomy)
        case .failed:
            // A server that still runs has no other device for the stream.
            if connection.isReady { onEvent(.unplugged(requested)) }
            lose(Reason.disconnected.text())
        case .moved: devices?.ask()
        // Until now, a device may have taken time to start.
        case .started: followTime()
        case .silenced(true): silence.insert(.requested)
        case .silenced(false): silence.remove(.requested)
        case .suspended(true):
            // A server suspends the device of a stopped stream too, and resumes it when the stream starts.
            if case .running = state { silence.insert(.suspension) }
        case .suspended(false): silence.remove(.suspension)
        }
    }

    func reportSuspension() -> Bool {
        guard stream?.isSuspended == true else { return false }
        // It may have been reported before, and playback started again since then.
        if silence.isEmpty { silence.insert(.suspension) } else { onEvent(.silenced(true)) }
        return true
    }

    /// Adapts to the device and its recorders. Recorders on PipeWire get what is heard, and need no shorter block.
    private func adapt() {
        guard kind == .pulseAudio, let devices else { return }
        stream?.isRecorded = devices.isRecorded
        guard let device = stream?.deviceIndex else { return }
        inquiry.isReadFinal = devices.finalReaders.contains(device)
    }

    private func heed(_ change: DeviceWatch.Change) {
        switch change {
        case .unplugged(let title):
            stray(because: title)
            onEvent(.unplugged(title))
        case .returned(let title):
            stray(because: nil)
            onEvent(.returned(title))
        // PulseAudio doesn't take the stream back.
        case .replaceable: if let sink { stream?.move(to: sink) }
        }
    }

    /// Names the device that replaces the requested one, after that was disconnected; nil ends this.
    private func stray(because title: String?) {
        // The device that replaced the requested one can be disconnected too.
        guard sink != nil, title == nil || fallback == nil else { return }
        let reason = title.map { AudioPlayerError.outputError(output: $0, reason: Reason.unplugged.text()).description }
        guard reason != fallback else { return }
        fallback = reason
        onEvent(.replaced)
    }

    func write(_ samples: [Float], at place: Int64) {
        guard let stream, !samples.isEmpty else { return }
        if isBeginning {
            isBeginning = false
            if case .corked(let sample) = state {
                stream.write([Float](repeating: 0, count: Int(2 * lead)), at: sample)
            }
        }
        let isRewriting = place < written
        stream.write(samples, at: place - origin)
        written = place + Int64(samples.count / 2)
        if case .corked = state {
            state = .running
            uncorking = loop.schedule(at: .now) { [weak self] in self?.uncork() }
        } else if isRewriting {
            followTime()
        } else if uncorking == nil {
            inquiry.goOn()
        }
    }

    /// Starts the stream once all writes of this turn of the loop are done. PulseAudio answers each write between an
    /// uncork and the next rendering by rendering another block again.
    private func uncork() {
        uncorking = nil
        stream?.uncork()
        // A person may have started playback in a call. PulseAudio does not tell a running stream that the call is
        // over, and the next call has to count.
        silence.remove(.requested)
        followTime()
    }

    // MARK: - Time

    private func followTime() {
        switch state {
        case .running, .resting: if let stream { inquiry.follow(stream) }
        case .none, .creating, .corked, .corking: break
        }
    }

    var heard: Int64 {
        switch state {
        case .none, .creating, .corked: written
        case .running, .resting, .corking: min(origin + inquiry.clock.surelyHeard, written)
        }
    }

    var changeable: Int64 {
        switch state {
        case .none, .creating, .corked: written
        case .running, .resting, .corking: origin + inquiry.clock.changeable
        }
    }

    // MARK: - Rest

    func rest(at place: Int64) {
        switch state {
        case .running: break
        case .resting, .corking: return
        case .none, .creating, .corked: return restLater()
        }
        state = .resting(at: place - origin)
        let distance = Timeline.time(of: max(0, place - origin - inquiry.clock.count), rate: rate) + Self.settling
        deadline?.cancel()
        deadline = loop.schedule(at: .now.advanced(byNanoseconds: distance.nanoseconds)) { [weak self] in self?.cork() }
    }

    /// Reports `rested` for an output without written samples. Scheduled, because an event is never reported from
    /// inside a call.
    private func restLater() {
        deadline?.cancel()
        deadline = loop.schedule(at: .now) { [weak self] in self?.onEvent(.rested) }
    }

    private func cork() {
        deadline = nil
        guard let stream else { return }
        state = .corking
        isBeginning = false
        inquiry.unfollow()
        // Silence left in the server's queue would come before the next audio.
        stream.cork()
        inquiry.askWhenDone(stream) { [weak self] in self?.corked() }
    }

    private func corked() {
        guard let stream, case .corking = state else { return }
        let sample = stream.writeSample
        state = .corked(at: sample)
        inquiry.standStill(at: sample, rate: rate)
        // The stream may have been restarted meanwhile.
        onEvent(isBeginning ? .roomy : .rested)
    }

    // MARK: - The end

    func close() {
        onEvent = { _ in }
        drop()
        devices = nil
        connection.close()
    }

    private func drop() {
        deadline?.cancel()
        deadline = nil
        uncorking?.cancel()
        uncorking = nil
        inquiry.stop()
        stream?.close()
        stream = nil
        state = .none
    }

    private func lose(_ reason: String) {
        inquiry.answered()
        deadline?.cancel()
        deadline = nil
        onEvent(.lost(reason: reason))
    }

    private func loseLater(_ reason: String) {
        loop.schedule(at: .now) { [weak self] in self?.lose(reason) }
    }
}
