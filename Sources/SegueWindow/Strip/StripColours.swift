import CAdwaita

/// The colours of the strip, from the desktop's style.
struct StripColours: Equatable {
    let outgoing: GdkRGBA
    let incoming: GdkRGBA
    let text: GdkRGBA
    let isHighContrast: Bool

    init(_ widget: Widget) {
        let context = gtk_widget_get_style_context(widget.widget)
        func colour(_ name: String) -> GdkRGBA {
            var colour = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
            gtk_style_context_lookup_color(context, name, &colour)
            return colour
        }
        let style = adw_style_manager_get_default()
        let isDark = adw_style_manager_get_dark(style) != 0
        isHighContrast = adw_style_manager_get_high_contrast(style) != 0
        outgoing = colour("accent_color")
        incoming = colour(isDark ? "orange_2" : "orange_4")
        text = colour("window_fg_color")
    }

    static func == (one: StripColours, other: StripColours) -> Bool {
        one.outgoing.parts == other.outgoing.parts && one.incoming.parts == other.incoming.parts
            && one.text.parts == other.text.parts && one.isHighContrast == other.isHighContrast
    }

    /// Returns the background of the seam.
    func ground(isDragged: Bool) -> GdkRGBA { text.withAlpha((isHighContrast ? 0.2 : 0.07) * (isDragged ? 2 : 1)) }
    /// The edges of the seam.
    var edge: GdkRGBA { text.withAlpha(isHighContrast ? 1 : 0.35) }
    /// The line at the pointer.
    var pointer: GdkRGBA { text.withAlpha(isHighContrast ? 0.8 : 0.3) }
    /// The opacity of audio that has not been played yet.
    var opacityAhead: Double { isHighContrast ? 0.85 : 0.55 }
    /// The opacities of the bands of a waveform.
    var opacities: (low: Double, middle: Double, high: Double) { isHighContrast ? (0.65, 0.8, 1) : (0.4, 0.6, 1) }
}

extension GdkRGBA {
    fileprivate var parts: SIMD4<Float> { SIMD4(red, green, blue, alpha) }

    func withAlpha(_ part: Double) -> GdkRGBA {
        GdkRGBA(red: red, green: green, blue: blue, alpha: alpha * Float(part))
    }
}
