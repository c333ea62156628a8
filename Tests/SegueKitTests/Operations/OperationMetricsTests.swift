import SegueCore
import Testing

@testable import SegueKit

@Suite struct OperationMetricsTests {
    @Test func readsAsATable() {
        var metrics = OperationMetrics()
        metrics.depth = 2
        metrics.peakDepth = 7
        metrics.depthLimit = 100
        metrics.wait = OperationMetrics.Percentiles(
            p50: 250_000, p95: 1_500_000, p99: 2_000_000, highest: 1_234_567_890)
        metrics.succeeded = 9
        metrics.failed = 1
        metrics.operations = [.stop: 2, .edit: 10]
        metrics.cancellations = [.navigation: 1]
        metrics.utilization = 0.1234
        #expect(
            metrics.description == """
                depth        2 of 100
                peak depth   7
                operations   12 (stop 2, edit 10)
                succeeded    9
                failed       1
                refused      0
                cancelled    1 (navigation 1)
                wait         p50 0.25 ms, p95 1.50 ms, p99 2.00 ms, highest 1234.57 ms
                execution    p50 0.00 ms, p95 0.00 ms, p99 0.00 ms, highest 0.00 ms
                utilization  12.34 %
                """)
    }

    @Test func figuresAreNumbers() {
        var metrics = OperationMetrics()
        metrics.wait = OperationMetrics.Percentiles(p50: 250_000, p95: 0, p99: 0, highest: 0)
        metrics.operations = [.stop: 2, .edit: 10]
        let figures = Dictionary(uniqueKeysWithValues: metrics.figures.map { ($0.name, $0.value) })
        #expect(figures["operations"] == .count(12))
        #expect(figures["operations.stop"] == .count(2))
        #expect(figures["waitP50"] == .seconds(0.00025))
        #expect(figures["utilization"] == .part(0))
    }

    @Test func percentilesAreWithinOnePercent() {
        var recorder = OperationRecorder(depthLimit: 1, now: 0)
        for milliseconds in 1...1000 as ClosedRange<UInt64> {
            recorder.accepted(.edit, depth: 1)
            recorder.started(waited: milliseconds * 1_000_000, now: 0)
            recorder.ended(.edit, .succeeded, ran: 2 * milliseconds * 1_000_000)
        }
        let metrics = recorder.metrics(depth: 0, now: 10_000_000_000_000)
        for (found, exact) in [
            (metrics.wait.p50, 500.0), (metrics.wait.p95, 950), (metrics.wait.p99, 990), (metrics.wait.highest, 1000),
            (metrics.execution.p50, 1000), (metrics.execution.p99, 1980),
        ] {
            #expect(abs(Double(found) / (exact * 1e6) - 1) <= 0.01)
        }
        #expect(abs(metrics.utilization - 0.1001) < 1e-9)
    }

    @Test func timesBeyondAnHourAreKeptAsAnHour() {
        var recorder = OperationRecorder(depthLimit: 1, now: 0)
        recorder.started(waited: .max, now: 0)
        #expect(abs(Double(recorder.metrics(depth: 0, now: 0).wait.highest) / 3.6e12 - 1) < 0.01)
        #expect(recorder.metrics(depth: 0, now: 0).utilization == 0)
    }
}
