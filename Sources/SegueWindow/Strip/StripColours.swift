import CAdwaita

/// The colours of the strip, from the style that the desktop has chosen.
struct StripColours: Equatable {
    let outgoing: GdkRGBA
    let incoming: GdkRGBA
    let text: GdkRGBA

    init(_ widget: Widget) {
        let context = gtk_widget_get_style_context(widget.widget)
        func colour(_ name: String) -> GdkRGBA {
            var colour = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
            gtk_style_context_lookup_color(context, name, &colour)
            return colour
        }
        let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
        outgoing = colour("accent_color")
        incoming = colour(isDark ? "orange_2" : "orange_4")
        text = colour("window_fg_color")
    }

    static func == (one: StripColours, other: StripColours) -> Bool {
        one.outgoing.parts == other.outgoing.parts && one.incoming.parts == other.incoming.parts
            && one.text.parts == other.text.parts
    }
}

extension GdkRGBA {
    fileprivate var parts: SIMD4<Float> { SIMD4(red, green, blue, alpha) }

    func withAlpha(_ part: Double) -> GdkRGBA {
        GdkRGBA(red: red, green: green, blue: blue, alpha: alpha * Float(part))
    }
}
