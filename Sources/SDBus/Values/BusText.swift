/// Text in a form that can be sent: sd-bus accepts neither NUL nor any of Unicode's noncharacters.
enum BusText {
    static func cleaned(_ text: String) -> String {
        // In UTF-8, noncharacters begin with 0xEF or, beyond the basic plane, with 0xF0 and up.
        guard text.utf8.contains(where: { $0 == 0 || $0 >= 0xEF }) else { return text }
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar != "\0" {
            cleaned.append(isNoncharacter(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(cleaned)
    }

    private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
        (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
    }
}
