import SegueCore
import SegueWindowModel
import Testing

@Suite struct SettingNumberTests {
    private func numbers(_ field: ConfigurationField) throws -> Setting.Numbers {
        guard case .number(let numbers) = field.setting.kind else { throw NoNumber(field: field) }
        return numbers
    }

    private struct NoNumber: Error {
        var field: ConfigurationField
    }

    /// The player refuses a crossfade between 0 and 1 s, so single steps could not lead from one to the other.
    @Test(arguments: [(0.5, 0.0, 1.0), (0.5, 1.0, 0.0), (0.9, 8.0, 0.0), (1.5, 1.0, 1.5), (0.0, 1.0, 0.0)])
    func aCrossfadeIsOffOrLastsASecond(chosen: Double, former: Double, allowed: Double) throws {
        #expect(SettingNumber.allowed(chosen, try numbers(.crossfadeDuration), from: former) == allowed)
        #expect(SettingNumber.allowed(chosen, try numbers(.fadeInDuration), from: former) == chosen)
        #expect(try numbers(.crossfadeDuration).step == 1)
    }

    @Test(arguments: [(1.0, 0.0, 2.0), (1.0, 2.0, 0.0), (2.0, 0.0, 2.0), (0.0, 10.0, 0.0)])
    func aTimeLimitIsAutomaticOrLastsTwoSeconds(chosen: Double, former: Double, allowed: Double) throws {
        #expect(SettingNumber.allowed(chosen, try numbers(.loadTimeout), from: former) == allowed)
        #expect(try numbers(.loadTimeout).step == 1)
        #expect(SettingNumber.digits(try numbers(.loadTimeout), "45") == 0)
    }

    @Test(arguments: [
        ("2.5", 2.5), ("2,5", 2.5), (" -3 ", -3), ("−60,0", -60), ("", nil), ("abc", nil), ("nan", nil),
        ("1,000,0", nil),
    ])
    func aNumberIsTypedWithAPointOrAComma(text: String, number: Double?) {
        #expect(SettingNumber.number(text) == number)
    }

    /// When it loses the focus, a spin button reads back its displayed text, which is not a change.
    @Test(arguments: [("2.75", 2, 2.75), ("0.04", 2, 0.04), ("8", 1, 8), ("0.00004", 3, 0), ("1.23456", 3, 1.235)])
    func aValueIsShownWithItsDigits(value: String, digits: Int, shown: Double) throws {
        #expect(SettingNumber.digits(try numbers(.trimLimit), value) == digits)
        #expect(SettingNumber.shows(shown, value, try numbers(.trimLimit)))
        #expect(!SettingNumber.shows(shown + 0.5, value, try numbers(.trimLimit)))
        #expect(SettingNumber.digits(try numbers(.repeatCount), "3") == 0)
    }

    @Test(arguments: [
        (0.0, "0"), (1, "1"), (2.5, "2.5"), (-0.5, "-0.5"), (-12, "-12"), (0.30000000000000004, "0.3"), (2.75, "2.75"),
        (0.045, "0.045"), (10, "10"),
    ])
    func numbersAreWrittenToTheThousandth(value: Double, text: String) {
        #expect(SettingNumber.text(value) == text)
    }
}
