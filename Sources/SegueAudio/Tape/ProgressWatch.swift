import EventLoop

/// Reports an output that has failed without an error: there is audio for it, and none of that is heard.
///
/// `look` is called whenever the output is filled. While nothing is to be heard, no deadline is set.
final class ProgressWatch {
    /// How many nanoseconds an output that plays may let nothing be heard, and one that begins to play.
    private static let patience: Int64 = 1_000_000_000
    private static let startPatience: Int64 = 1_750_000_000

    private let loop: EventLoop
    /// The place that is heard now; nil if nothing is to be heard.
    var place: () -> Int64? = { nil }
    /// Called if the output has let nothing be heard in time.
    var onStandstill: () -> Void = {}
    private var limit: Deadline?
    /// The place that was heard when the limit was set.
    private var last: Int64?

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Sets the limit anew if the output has let something be heard since the last call.
    func look() {
        guard let place = place() else { return reset() }
        guard place != last else { return }
        let time = last == nil ? Self.startPatience : Self.patience
        limit?.cancel()
        last = place
        limit = loop.schedule(at: .now.advanced(byNanoseconds: time)) { [weak self] in self?.judge() }
    }

    /// Removes the limit. To be called when an output begins, or ends.
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
