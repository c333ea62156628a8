import CAdwaita
import SegueWindowModel

extension StripView {
    private static let step = 5.0
    private static let page = 30.0
    private static let seamStep = 0.5

    /// What a key does with the playhead, and with Alt, with the seam. False for a key that does nothing here.
    func key(_ press: KeyPress) -> Bool {
        guard let strip else { return false }
        if press.isAlt { return seamKey(press.key, strip) }
        guard press.isPlain else { return false }
        switch press.key {
        case Int(GDK_KEY_Left): onSeek?(playhead - Self.step)
        case Int(GDK_KEY_Right): onSeek?(playhead + Self.step)
        case Int(GDK_KEY_Page_Down): onSeek?(playhead - Self.page)
        case Int(GDK_KEY_Page_Up): onSeek?(playhead + Self.page)
        case Int(GDK_KEY_Home): onSeek?(0)
        case Int(GDK_KEY_Delete): onUnpin?()
        default: return false
        }
        return true
    }

    private func seamKey(_ key: Int, _ strip: Strip) -> Bool {
        let seam: Strip.Seam?
        switch key {
        case Int(GDK_KEY_Left): seam = strip.dragged(.whole, by: -Self.seamStep)
        case Int(GDK_KEY_Right): seam = strip.dragged(.whole, by: Self.seamStep)
        case Int(GDK_KEY_Up): seam = strip.dragged(.start, by: -Self.seamStep)
        case Int(GDK_KEY_Down): seam = strip.dragged(.start, by: Self.seamStep)
        default: return false
        }
        if let seam, !strip.isFading { onPin?(seam) }
        return true
    }
}
