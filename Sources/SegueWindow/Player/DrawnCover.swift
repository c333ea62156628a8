import CAdwaita
import Glibc
import SegueWindowModel

/// A cover for music without a picture: the gain curves of a transition, in colours derived from the name.
enum DrawnCover {
    /// Returns a square picture with a side of this many pixels.
    static func texture(_ name: String, side: Int) -> Object {
        let look = CoverLook(name: name)
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(side), gint(side))
        let cairo = cairo_create(surface)
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        let size = Double(side)
        let ground = cairo_pattern_create_linear(0, 0, size, size)
        defer { cairo_pattern_destroy(ground) }
        cairo_pattern_add_color_stop_rgb(ground, 0, look.first.red, look.first.green, look.first.blue)
        cairo_pattern_add_color_stop_rgb(ground, 1, look.last.red, look.last.green, look.last.blue)
        cairo_set_source(cairo, ground)
        cairo_paint(cairo)
        // Equal power, the most common curve of transitions.
        fill(cairo, look, size) { cos($0 * .pi / 2) }
        fill(cairo, look, size) { sin($0 * .pi / 2) }
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let bytes = g_bytes_new(cairo_image_surface_get_data(surface), gsize(stride * side))
        defer { g_bytes_unref(bytes) }
        let texture = gdk_memory_texture_new(
            gint(side), gint(side), CAdwaita_cairo_format(), bytes, gsize(stride))
        return Object(consuming: texture.map { UnsafeMutableRawPointer($0) })
    }

    /// Lightens the area below a curve.
    private static func fill(
        _ cairo: OpaquePointer?, _ look: CoverLook, _ size: Double, _ gain: (Double) -> Double
    ) {
        let steps = max(1, Int(size / 2))
        cairo_move_to(cairo, 0, size)
        for step in 0...steps {
            let place = Double(step) / Double(steps)
            let part = min(max((place - look.crossing) / look.width + 0.5, 0), 1)
            cairo_line_to(cairo, place * size, size * (0.9 - 0.6 * gain(part)))
        }
        cairo_line_to(cairo, size, size)
        cairo_close_path(cairo)
        cairo_set_source_rgba(cairo, 1, 1, 1, 0.2)
        cairo_fill(cairo)
    }
}
