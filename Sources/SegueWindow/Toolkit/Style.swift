import CAdwaita

/// The few CSS rules that extend libadwaita's style.
final class Style {
    private let provider = Object(consuming: gtk_css_provider_new().map { UnsafeMutableRawPointer($0) })

    private static let rules = """
        .play-button { min-width: 48px; min-height: 48px; -gtk-icon-size: 20px; }
        .banner-line { background-color: @warning_bg_color; color: @warning_fg_color; }
        .queue > row { margin-top: 0; margin-bottom: 0; padding-top: 0; padding-bottom: 0; }
        .strip:focus-visible { outline: 2px solid alpha(@accent_color, 0.8); outline-offset: 2px; }
        .dim-label, .subtitle, placeholder { opacity: 0.75; }
        .tinted { transition: background-color 600ms; }
        .thumbnail { border-radius: 6px; }
        .playing-mark {
            padding: 6px; border-radius: 14px; color: white; background-color: rgba(0, 0, 0, 0.6);
        }
        .lyrics > row { padding: 6px 12px; font-size: 1.1em; color: alpha(@window_fg_color, 0.75); }
        .lyrics > row.sung { font-weight: bold; color: @window_fg_color; }
        toast { border-radius: 20px; }
        viewswitcher.narrow stack label { padding-left: 2px; padding-right: 2px; }
        .landing { box-shadow: inset 0 0 0 2px @accent_bg_color; }
        .dragged { background-color: @popover_bg_color; color: @popover_fg_color; }
        .landing-above { box-shadow: inset 0 2px @accent_bg_color; }
        .landing-below { box-shadow: inset 0 -2px @accent_bg_color; }
        """

    func load() {
        gtk_css_provider_load_from_data(provider.typed(), Self.rules, -1)
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }
}
