import SegueKit
import Testing

@testable import segue

@Suite struct TimeTextTests {
    @Test(
        "Positions as people type them",
        arguments: [
            ("0", 0), ("12.5", 12.5), ("90", 90), ("1:30", 90), ("1:02:03.5", 3723.5), ("0:05", 5), ("100:00", 6000),
        ])
    func times(text: String, seconds: Double) {
        #expect(TimeText.time(text) == MediaTime(seconds: seconds))
    }

    @Test(
        "What is no position",
        arguments: ["", "soon", "1:60", "1:", ":30", "1:2:3:4", "-5", "+5", "1e3", "nan", "inf", "1,5", "99999999999"])
    func noTimes(text: String) {
        #expect(TimeText.time(text) == nil)
    }

    @Test(
        "Lengths of time with units; a bare number is minutes",
        arguments: [("30m", 1800), ("90s", 90), ("1h30m", 5400), ("1h", 3600), ("30", 1800), ("0.5h", 1800)])
    func durations(text: String, seconds: Double) {
        #expect(TimeText.duration(text) == MediaTime(seconds: seconds))
    }

    @Test("What is no length of time", arguments: ["", "m", "5x", "5m5m", "5s5m", "-5m", "1d", "m5"])
    func noDurations(text: String) {
        #expect(TimeText.duration(text) == nil)
    }
}
