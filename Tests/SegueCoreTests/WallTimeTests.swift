import SegueCore
import Testing

@Suite struct WallTimeTests {
    @Test(
        "The text of a moment, to the second and to the millisecond",
        arguments: [
            (0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
            (1_732_209_317_042_999_999, "2024-11-21T17:15:17Z", "2024-11-21T17:15:17.042Z"),
            (1_709_251_199_999_000_000, "2024-02-29T23:59:59Z", "2024-02-29T23:59:59.999Z"),
            (-1, "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.999Z"),
        ] as [(Int64, String, String)])
    func texts(nanoseconds: Int64, text: String, preciseText: String) {
        #expect(WallTime(nanoseconds: nanoseconds).text == text)
        #expect(WallTime(nanoseconds: nanoseconds).preciseText == preciseText)
    }
}
