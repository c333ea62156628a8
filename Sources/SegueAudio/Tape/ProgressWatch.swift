import EventLoop
import SegueCore

/// Reports an output that has failed without an error: audio is available, and none of it is heard.
///
/// `look` is called whenever the output is filled. While nothing is expected to be heard, no deadline is set.
final class ProgressWatch {
    /// The time, in nanoseconds, without audible progress after which an output has failed: while playing, and at the
    /// start. The latency of the output is added to it.
    private static let patience: Int64 = 1_000_000_000
    private static let startPatience: Int64 = 1_750_000_000
    /// A limit that is checked later than this, in nanoseconds, was missed by a process that stood still.
    private static let lateness: Int64 = 500_000_000
    /// The greatest latency that is believed.
    private static let greatestLatency = MediaTime(seconds: 10)

    private let loop: EventLoop
    /// The position that is heard now; nil if nothing is expected to be heard.
    var place: () -> Int64? = { nil }
    /// The time from the output to the ear, as it is known now.
    var latency: () -> MediaTime = { .zero }
    /// Called if nothing has been heard in time.
    var onStandstill: () -> Void = {}
    private var limit: Deadline?
    /// The position that was heard last, and the time without the latency after which the output has failed there.
    private var last: Int64?
    private var end = MonotonicTime(nanoseconds: 0)

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Resets the limit if something has been heard since the last call.
    func look() {
        guard let place = place() else { return reset() }
        guard place != last else { return }
        end = .now.advanced(byNanoseconds: last == nil ? Self.startPatience : Self.patience)
        last = place
        arm()
    }

    private var limitTime: MonotonicTime {
        end.advanced(byNanoseconds: min(latency(), Self.greatestLatency).nanoseconds)
    }

    private func arm() {
        limit?.cancel()
        limit = loop.schedule(at: limitTime) { [weak self] in self?.judge() }
    }

    /// Removes the limit. Call when an output begins, or ends.
    func reset() {
        limit?.cancel()
        limit = nil
        last = nil
    }

    private func judge() {
        limit = nil
        guard let place = place(), place == last else { return look() }
        // The latency of a stream is unknown until the server has reported it.
        guard limitTime <= .now else { return arm() }
        // If the whole machine has stood still, so has the server.
        let isLate = limitTime.advanced(byNanoseconds: Self.lateness) <= .now
        reset()
        if isLate { look() } else { onStandstill() }
    }
}
