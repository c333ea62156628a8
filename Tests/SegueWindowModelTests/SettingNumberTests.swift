import SegueCore
import SegueWindowModel
import Testing

@Suite struct SettingNumberTests {
    /// The player refuses a crossfade between 0 and 1 s, so that nobody could get from one to the other by steps.
    @Test(arguments: [(0.5, 0.0, 1.0), (0.5, 1.0, 0.0), (0.9, 8.0, 0.0), (1.5, 1.0, 1.5), (0.0, 1.0, 0.0)])
    func aCrossfadeIsOffOrLastsASecond(chosen: Double, former: Double, allowed: Double) {
        #expect(SettingNumber.allowed(chosen, .crossfadeDuration, from: former) == allowed)
        #expect(SettingNumber.allowed(chosen, .fadeInDuration, from: former) == chosen)
        #expect(SettingNumber.step(.crossfadeDuration) == 1)
    }

    @Test(arguments: [(0.0, "0"), (1, "1"), (2.5, "2.5"), (-0.5, "-0.5"), (-12, "-12"), (0.30000000000000004, "0.3")])
    func numbersAreWrittenToTheTenth(value: Double, text: String) {
        #expect(SettingNumber.text(value) == text)
    }
}
