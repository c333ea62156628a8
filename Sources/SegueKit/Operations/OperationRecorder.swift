/// Keeps the figures of an operation queue. A value without a clock: the times come in.
struct OperationRecorder {
    private var metrics = OperationMetrics()
    private var wait = TimeHistogram()
    private var execution = TimeHistogram()
    private let madeAt: UInt64
    private var busy: UInt64 = 0
    private var runningSince: UInt64?

    /// `now`, here and everywhere: nanoseconds on any clock that never goes back.
    init(depthLimit: Int, now: UInt64) {
        metrics.depthLimit = depthLimit
        madeAt = now
    }

    mutating func accepted(_ priority: OperationPriority, depth: Int) {
        metrics.operations[priority, default: 0] += 1
        metrics.peakDepth = max(metrics.peakDepth, depth)
    }

    mutating func refused() {
        metrics.refused += 1
    }

    mutating func started(waited nanoseconds: UInt64, now: UInt64) {
        wait.record(nanoseconds)
        runningSince = now
    }

    mutating func ended(_ priority: OperationPriority, _ end: OperationEnd, ran nanoseconds: UInt64) {
        busy += nanoseconds
        runningSince = nil
        count(priority, end, ran: nanoseconds)
    }

    /// An operation that did not wait. If it ran beside another one, the time counts as that one's.
    mutating func endedAtOnce(_ priority: OperationPriority, _ end: OperationEnd, ran nanoseconds: UInt64) {
        if runningSince == nil { busy += nanoseconds }
        wait.record(0)
        count(priority, end, ran: nanoseconds)
    }

    private mutating func count(_ priority: OperationPriority, _ end: OperationEnd, ran nanoseconds: UInt64) {
        execution.record(nanoseconds)
        switch end {
        case .succeeded: metrics.succeeded += 1
        case .failed: metrics.failed += 1
        case .cancelled: cancelled(priority)
        }
    }

    mutating func cancelled(_ priority: OperationPriority) {
        metrics.cancellations[priority, default: 0] += 1
    }

    func metrics(depth: Int, now: UInt64) -> OperationMetrics {
        var metrics = metrics
        metrics.depth = depth
        metrics.wait = wait.percentiles
        metrics.execution = execution.percentiles
        let elapsed = now - madeAt
        let running = runningSince.map { now - $0 } ?? 0
        metrics.utilization = elapsed == 0 ? 0 : Double(busy + running) / Double(elapsed)
        return metrics
    }
}

/// How a run came to its end.
enum OperationEnd: String {
    case succeeded
    case failed
    case cancelled
}
