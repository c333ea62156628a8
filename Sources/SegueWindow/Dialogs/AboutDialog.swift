import CAdwaita
import SegueMPRIS

/// The authors, version and license of the program.
enum AboutDialog {
    static func show(over window: Widget, version: String) {
        let about = Widget(adw_about_window_new())
        adw_about_window_set_application_name(about.opaque, "Segue")
        adw_about_window_set_application_icon(about.opaque, BusNames.applicationID)
        adw_about_window_set_version(about.opaque, version)
        adw_about_window_set_developer_name(about.opaque, translated("The Segue developers"))
        adw_about_window_set_website(about.opaque, "https://github.com/segueplayer/segue")
        adw_about_window_set_issue_url(about.opaque, "https://github.com/segueplayer/segue/issues")
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_GPL_3_0)
        adw_about_window_set_comments(
            about.opaque, translated("Blends each track into the next, sample by sample, and shows how."))
        // Replaced in each translation by the names of the translators.
        let credits = translated("translator-credits")
        if credits != "translator-credits" { adw_about_window_set_translator_credits(about.opaque, credits) }
        gtk_window_set_transient_for(about.typed(), window.typed())
        gtk_window_present(about.typed())
    }
}
