import CAdwaita
import SDBus
import SegueClient
import SegueCore
import SegueWindowModel

/// The known facts about a track and its audio.
enum DetailsDialog {
    /// Shows the dialog. `details` is the answer of `Queue1.Details` or `Library1.Details`; `reserve` is the reserve of
    /// a stream being played.
    static func show(
        over window: Widget, _ track: TrackSummary, _ details: [String: BusValue], reserve: MediaTime?
    ) {
        let dialog = Widget(adw_preferences_window_new())
        gtk_window_set_title(dialog.typed(), translated("Details"))
        adw_preferences_window_set_search_enabled(dialog.typed(), 0)
        gtk_window_set_default_size(dialog.typed(), 440, -1)
        gtk_window_set_transient_for(dialog.typed(), window.typed())
        gtk_window_set_modal(dialog.typed(), 1)
        let page = Widget(adw_preferences_page_new())
        let path = track.uri.flatMap { ResourceName.path(of: $0) }
        let words = TrackDetailsText(details, decimalSeparator: Translation.decimalSeparator)
        add(
            translated("Track"),
            [
                (translated("Title"), track.title), (translated("Artists"), track.artistLine),
                (translated("Album"), track.album ?? ""),
                (translated("File"), path ?? ""), (translated("Address"), path == nil ? track.uri ?? "" : ""),
            ], to: page)
        add(
            translated("Sound"),
            [
                (translated("Format"), format(words)),
                (translated("Loudness"), words.loudness.map { translated("%s LUFS", $0) } ?? ""),
                (translated("Loudness range"), words.range.map { translated("%s LU", $0) } ?? ""),
                (translated("True peak"), words.truePeak.map { translated("%s dBTP", $0) } ?? ""),
                (translated("Tempo"), words.tempo.map { translated("%s beats per minute", $0) } ?? ""),
                (translated("Gain"), gain(words)), (translated("In reserve"), seconds(reserve)),
            ], to: page)
        adw_preferences_window_add(dialog.typed(), page.typed())
        gtk_window_present(dialog.typed())
    }

    private static func format(_ words: TrackDetailsText) -> String {
        let channels = words.channels.map { counted("%d channel", "%d channels", count: $0) }
        let rate = words.kilohertz.map { translated("%s kHz", $0) }
        return [words.format, rate, channels].compactMap(\.self).joined(separator: ", ")
    }

    private static func seconds(_ time: MediaTime?) -> String {
        time.map { translated("%s s", ClockText.seconds($0, separator: Translation.decimalSeparator)) } ?? ""
    }

    private static func gain(_ words: TrackDetailsText) -> String {
        guard let gain = words.gain else { return "" }
        let source =
            switch words.gainSource {
            case "track": translated("from the track’s tag")
            case "album": translated("from the album’s tag")
            case "measured": translated("as measured")
            case "measuredAlbum": translated("as measured for the album")
            case "predecessor": translated("that of the track before it on the album")
            case "typical": translated("that of a typical track")
            case "fallback": translated("the fallback gain")
            default: translated("left as it is")
            }
        return translated("%s dB, %s", gain, source)
    }

    /// Adds a row for each known fact.
    private static func add(_ title: String, _ facts: [(name: String, value: String)], to page: Widget) {
        let known = facts.filter { !$0.value.isEmpty }
        guard !known.isEmpty else { return }
        let group = Widget(adw_preferences_group_new())
        adw_preferences_group_set_title(group.typed(), title)
        for fact in known {
            let row = Widget(adw_action_row_new())
            adw_preferences_row_set_use_markup(row.typed(), 0)
            adw_preferences_row_set_title(row.typed(), fact.name)
            // In libadwaita 1.2, the subtitle is markup.
            let escaped = g_markup_escape_text(fact.value, -1)
            defer { g_free(escaped) }
            adw_action_row_set_subtitle(row.typed(), escaped)
            adw_preferences_group_add(group.typed(), row.widget)
        }
        adw_preferences_page_add(page.typed(), group.typed())
    }
}
