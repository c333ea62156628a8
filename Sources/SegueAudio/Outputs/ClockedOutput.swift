import EventLoop
import SegueCore

/// Real-time output without a device: into nothing, or into a file of what would be heard.
final class ClockedOutput: Output {
    let name: String
    let fallback: String?
    let isDevice = false
    var onEvent: (OutputEvent) -> Void = { _ in }
    private let loop: EventLoop
    private let file: WaveFile?
    private var clock: PlaceClock?
    private var rate: Int32 = 0
    private var written: Int64 = 0
    /// For a file: the samples that are not in the file yet.
    private var waiting = Tape()
    private var deadline: Deadline?
    private var restingPlace: Int64?

    /// The time by which a file lags behind what is heard at most; as much can be changed when the user presses a key.
    private static let portion: Int64 = 500_000_000

    init(name: String, fallback: String? = nil, into file: WaveFile? = nil, loop: EventLoop) {
        self.name = name
        self.fallback = fallback
        self.file = file
        self.loop = loop
    }

    func rate(nearestTo rate: Int32) -> Int32 { file?.fixedRate ?? rate }

    func depth(rate: Int32) -> Int64 { 2 * Int64(rate) }

    func go(from place: Int64, rate: Int32) {
        // The ramp with which the audio was to come to rest belongs in the file.
        if clock != nil { record(upTo: restingPlace ?? heard) }
        deadline?.cancel()
        deadline = nil
        file?.begin(atRate: rate)
        self.rate = rate
        written = place
        waiting = Tape(from: place)
        clock = nil
        restingPlace = nil
    }

    func write(_ samples: [Float], at place: Int64) {
        if clock == nil, restingPlace == nil { clock = PlaceClock(from: place, rate: rate) }
        // The clock has advanced since the changeable position was queried.
        record(upTo: min(heard, place))
        written = place + Int64(samples.count / 2)
        guard file != nil else { return }
        waiting.splice(at: place, over: 0) { _ in 0 }
        waiting.append(samples)
        if restingPlace == nil { arm() }
    }

    var heard: Int64 { min(clock?.place(at: .now) ?? written, written, restingPlace ?? .max) }

    var changeable: Int64 { max(heard, waiting.start) }

    func rest(at place: Int64) {
        restingPlace = place
        // After a report that something has been heard, it is in the file.
        record(upTo: heard)
        let end = clock?.time(of: place) ?? .now
        deadline?.cancel()
        deadline = loop.schedule(at: end) { [weak self] in
            guard let self else { return }
            deadline = nil
            clock = nil
            record(upTo: place)
            onEvent(.rested)
        }
    }

    func close() {
        if clock != nil { record(upTo: heard) }
        deadline?.cancel()
        deadline = nil
        clock = nil
        file?.close()
    }

    private func arm() {
        guard deadline == nil else { return }
        deadline = loop.schedule(at: .now.advanced(byNanoseconds: Self.portion)) { [weak self] in
            guard let self else { return }
            deadline = nil
            record(upTo: heard)
            if clock != nil, waiting.start < waiting.end { arm() }
        }
    }

    /// Writes what has been heard into the file.
    private func record(upTo place: Int64) {
        guard let file, place > waiting.start else { return }
        let last = min(place, waiting.end)
        let code = waiting.frames(from: waiting.start, to: last).withUnsafeBytes { file.append($0) }
        waiting.drop(before: last)
        guard code != nil else { return }
        let reason = file.failure ?? ""
        loop.schedule(at: .now) { [weak self] in self?.onEvent(.lost(reason: reason)) }
    }
}

/// Positions on the tape by the monotonic clock.
struct PlaceClock: Sendable {
    private let origin: Int64
    private let began: MonotonicTime
    private let rate: Int32

    init(from place: Int64, rate: Int32) {
        origin = place
        began = .now
        self.rate = rate
    }

    func place(at time: MonotonicTime) -> Int64 {
        origin + MediaTime(nanoseconds: time.nanoseconds(since: began)).samples(rate: rate)
    }

    func time(of place: Int64) -> MonotonicTime {
        began.advanced(byNanoseconds: max(0, Timeline.time(of: place - origin, rate: rate).nanoseconds))
    }
}
