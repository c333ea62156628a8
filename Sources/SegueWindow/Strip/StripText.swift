import SegueCore
import SegueWindowModel

/// The texts of the strip.
enum StripText {
    static func tooltip(_ strip: Strip, seam: Strip.Seam?, isDragged: Bool, _ time: Double) -> String {
        guard let seam else { return ClockText.text(MediaTime(seconds: min(max(time, 0), strip.outgoingLength))) }
        let reason = reason(of: seam)
        return isDragged || reason.isEmpty ? place(of: seam) : "\(reason)\n\(place(of: seam))"
    }

    /// Returns the reason for a transition; in English if the player's sentences are unknown to the window.
    private static func reason(of seam: Strip.Seam) -> String {
        seam.sentences.isEmpty ? seam.reason : seam.sentences.map(translated).joined(separator: " ")
    }

    /// Returns the beginning and the length of a transition.
    static func place(of seam: Strip.Seam) -> String {
        translated("%s (%s s transition)", ClockText.text(MediaTime(seconds: seam.start)), length(of: seam))
    }

    private static func length(of seam: Strip.Seam) -> String {
        ClockText.seconds(MediaTime(seconds: seam.duration), separator: Translation.decimalSeparator)
    }

    /// Describes the whole strip for screen readers. `line` is the line below the strip.
    static func description(_ position: MediaTime, _ length: MediaTime, _ line: String) -> String {
        let place = translated("%s of %s", ClockText.text(position), ClockText.text(length))
        return line.contains { !$0.isWhitespace } ? "\(place). \(line)" : place
    }

    /// Returns the line for a fade between two titles. `progress` is the fraction heard so far, 0…1.
    static func fading(_ outgoing: String, _ incoming: String, progress: Double, isPaused: Bool) -> String {
        guard !isPaused else {
            return translated("Paused in a transition: %s → %s", isolated(outgoing), isolated(incoming))
        }
        let percent = Int((progress * 100).rounded(.down))
        return translated("Crossfading %s%%: %s → %s", "\(percent)", isolated(outgoing), isolated(incoming))
    }

    /// Returns a title between Unicode isolates, so that its writing direction does not affect the sentence.
    private static func isolated(_ title: String) -> String { "\u{2068}\(title)\u{2069}" }

    /// Returns the line for the next track. `left` is the time until it begins.
    static func coming(_ title: String, _ seam: Strip.Seam?, left: MediaTime) -> String {
        let title = isolated(title)
        guard let seam, left >= .zero else { return translated("Next: %s", title) }
        let when = ClockText.text(left)
        guard seam.duration > 0 else { return translated("Next: %s, in %s", title, when) }
        return translated(
            "Next: %s, in %s (%s s transition)", title, when, length(of: seam))
    }
}
