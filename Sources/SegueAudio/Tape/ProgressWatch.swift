import EventLoop

/// Reports an output that has failed without an error: audio is available, and none of it is heard.
///
/// `look` is called whenever the output is filled. While nothing is expected to be heard, no deadline is set.
final class ProgressWatch {
    /// The time, in nanoseconds, without audible progress after which an output has failed: while playing, and at the
    /// start.
    private static let patience: Int64 = 1_000_000_000
    private static let startPatience: Int64 = 1_750_000_000

    private let loop: EventLoop
    /// The position that is heard now; nil if nothing is expected to be heard.
    var place: () -> Int64? = { nil }
    /// Called if nothing has been heard in time.
    var onStandstill: () -> Void = {}
    private var limit: Deadline?
    /// The position that was heard when the limit was set.
    private var last: Int64?

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Resets the limit if something has been heard since the last call.
    func look() {
        guard let place = place() else { return reset() }
        guard place != last else { return }
        let time = last == nil ? Self.startPatience : Self.patience
        limit?.cancel()
        last = place
        limit = loop.schedule(at: .now.advanced(byNanoseconds: time)) { [weak self] in self?.judge() }
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
        reset()
        onStandstill()
    }
}
