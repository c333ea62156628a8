import CAdwaita

/// The cover of a row or a button, or a symbol instead.
final class Thumbnail: Widget {
    /// The side of a row's cover, in pixels of the desktop.
    static let side = 48
    /// The number of covers that a list keeps: more than the two hundred rows that GTK creates.
    static let kept = 256

    private let side: Int

    init(side: Int = Thumbnail.side) {
        self.side = side
        super.init(gtk_image_new())
        gtk_widget_set_size_request(widget, gint(side), gint(side))
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        styled("thumbnail")
        aligned(nil, GTK_ALIGN_CENTER)
    }

    /// Returns a loader for the covers of a list.
    static func loader() -> CoverLoader { CoverLoader(size: side, kept: kept) }

    /// Keeps the loader's cover size equal to the size on the screen.
    static func follow(_ list: Widget, _ loader: CoverLoader, side: Int = side) {
        func adapt(_ list: Widget, _ loader: CoverLoader) {
            loader.size = side * Int(gtk_widget_get_scale_factor(list.widget))
        }
        adapt(list, loader)
        list.onChange(of: "scale-factor") { [weak list, weak loader] in
            if let list, let loader { adapt(list, loader) }
        }
    }

    /// Shows a cover; without one, the symbol.
    func show(_ texture: Object?, icon: String) {
        if let texture {
            gtk_image_set_from_paintable(opaque, texture.opaque)
            gtk_image_set_pixel_size(opaque, gint(side))
        } else {
            gtk_image_set_from_icon_name(opaque, icon)
            gtk_image_set_pixel_size(opaque, gint(side / 3))
        }
    }
}
