import SegueCore
import SegueWindowModel

/// What the strip says in words.
enum StripText {
    static func tooltip(_ strip: Strip, seam: Strip.Seam?, isDragged: Bool, _ time: Double) -> String {
        guard let seam else { return ClockText.text(MediaTime(seconds: min(max(time, 0), strip.outgoingLength))) }
        let reason = reason(of: seam)
        return isDragged || reason.isEmpty ? place(of: seam) : "\(reason)\n\(place(of: seam))"
    }

    /// The reason for a transition; in English where the player has other sentences than the window.
    private static func reason(of seam: Strip.Seam) -> String {
        seam.sentences.isEmpty ? seam.reason : seam.sentences.map(translated).joined(separator: " ")
    }

    /// The beginning of a transition, and its length.
    static func place(of seam: Strip.Seam) -> String {
        translated("%s (%s s transition)", ClockText.text(MediaTime(seconds: seam.start)), length(of: seam))
    }

    private static func length(of seam: Strip.Seam) -> String {
        ClockText.seconds(MediaTime(seconds: seam.duration), separator: Translation.decimalSeparator)
    }

    /// All that the strip shows, for those who do not see it. `line` is the one below the strip.
    static func description(_ position: MediaTime, _ length: MediaTime, _ line: String) -> String {
        let place = translated("%s of %s", ClockText.text(position), ClockText.text(length))
        return line.contains { !$0.isWhitespace } ? "\(place). \(line)" : place
    }

    /// The line for a fade from one title to another. `progress` is the part that has been heard, 0…1.
    static func fading(_ outgoing: String, _ incoming: String, progress: Double, isPaused: Bool) -> String {
        guard !isPaused else {
            return translated("Paused in a transition: %s → %s", isolated(outgoing), isolated(incoming))
        }
        let percent = Int((progress * 100).rounded(.down))
        return translated("Crossfading %s%%: %s → %s", "\(percent)", isolated(outgoing), isolated(incoming))
    }

    /// A title in a sentence, whichever way each of them is written: between Unicode's marks for that.
    private static func isolated(_ title: String) -> String { "\u{2068}\(title)\u{2069}" }

    /// The line that tells what comes and when. `left` is the time until then.
    static func coming(_ title: String, _ seam: Strip.Seam?, left: MediaTime) -> String {
        let title = isolated(title)
        guard let seam, left >= .zero else { return translated("Next: %s", title) }
        let when = ClockText.text(left)
        guard seam.duration > 0 else { return translated("Next: %s, in %s", title, when) }
        return translated(
            "Next: %s, in %s (%s s transition)", title, when, length(of: seam))
    }
}
