import CAdwaita
import SegueWindowModel

/// The colour of the page behind the current track, tinted with the cover's colour. With high contrast, the style's own
/// colour.
final class PageTint {
    private let provider = Object(consuming: gtk_css_provider_new().map { UnsafeMutableRawPointer($0) })
    private let style = Object(borrowing: adw_style_manager_get_default().map { UnsafeMutableRawPointer($0) })
    private var shown: Object?
    private var colour: Colour?
    /// The CSS class of the tinted page.
    static let page = "tinted"

    init() {
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        style.onChange(of: "high-contrast") { [weak self] in self?.load() }
    }

    deinit { gtk_style_context_remove_provider_for_display(gdk_display_get_default(), provider.opaque) }

    /// Adopts the colour of a cover; nil for none. Has no effect for the cover shown last.
    func show(_ texture: Object?) {
        guard texture !== shown else { return }
        shown = texture
        colour = texture.flatMap { CoverTint.colour(of: Self.samples($0)) }
        load()
    }

    private func load() {
        let isPlain = adw_style_manager_get_high_contrast(style.opaque) != 0
        let rule = isPlain ? nil : colour.map { Self.rule($0) }
        gtk_css_provider_load_from_data(provider.typed(), rule ?? "", -1)
    }

    private static func rule(_ colour: Colour) -> String {
        let parts = [colour.red, colour.green, colour.blue].map { "\(Int(($0 * 255).rounded()))" }
        return ".\(page) { background-color: mix(@window_bg_color, rgb(\(parts.joined(separator: ","))), "
            + "\(CoverTint.share)); }"
    }

    /// Returns some hundreds of a picture's pixels, evenly spaced.
    private static func samples(_ texture: Object) -> [Colour] {
        let width = Int(gdk_texture_get_width(texture.opaque))
        let height = Int(gdk_texture_get_height(texture.opaque))
        var pixels = [UInt32](repeating: 0, count: width * height)
        pixels.withUnsafeMutableBytes {
            gdk_texture_download(
                texture.opaque, $0.bindMemory(to: guchar.self).baseAddress, gsize(width * MemoryLayout<UInt32>.size))
        }
        let step = max(1, min(width, height) / 24)
        return Swift.stride(from: 0, to: height, by: step).flatMap { row in
            Swift.stride(from: 0, to: width, by: step).map { column in
                // Cairo's format: alpha, red, green and blue, from the highest byte down.
                let pixel = pixels[row * width + column]
                func part(_ shift: UInt32) -> Double { Double(pixel >> shift & 0xff) / 255 }
                return Colour(red: part(16), green: part(8), blue: part(0))
            }
        }
    }
}
