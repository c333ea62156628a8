import CAdwaita
import SegueWindowModel

extension StripView {
    private static let step = 5.0
    private static let page = 30.0
    private static let seamStep = 0.5

    /// Handles a key for the playhead or, with Alt, for the seam. Returns false for a key without a function.
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
        switch key {
        case Int(GDK_KEY_Left): pin(strip.dragged(.whole, by: -Self.seamStep))
        case Int(GDK_KEY_Right): pin(strip.dragged(.whole, by: Self.seamStep))
        case Int(GDK_KEY_Up): pin(strip.dragged(.start, by: -Self.seamStep))
        case Int(GDK_KEY_Down): pin(strip.dragged(.start, by: Self.seamStep))
        default: return false
        }
        return true
    }

    private func pin(_ seam: Strip.Seam?) {
        if let seam, strip?.isFading == false { onPin?(seam) }
    }

    // MARK: - The menu

    /// The step by which a menu item makes the transition longer or shorter, in seconds.
    private static let menuStep = 1.0
    /// The time before the transition from which a menu item plays, in seconds.
    private static let hearing = 8.0

    /// Creates the menu of the transition. The menu does not open if no transition is planned.
    func makeMenu() -> ContextMenu {
        let menu = ContextMenu(self, isList: false) { [weak self] _ in self?.seamMenu() }
        menu.add("hear") { [weak self] in
            if let seam = self?.strip?.seam { self?.onHear?(max(0, seam.start - Self.hearing)) }
        }
        menu.add("longer") { [weak self] in self?.pin(self?.strip?.dragged(.start, by: -Self.menuStep)) }
        menu.add("shorter") { [weak self] in self?.pin(self?.strip?.dragged(.start, by: Self.menuStep)) }
        menu.add("join") { [weak self] in self?.onJoin?() }
        return menu
    }

    private func seamMenu() -> Menu? {
        guard let strip, strip.seam != nil, strip.incoming != nil, !strip.isFading else { return nil }
        return Menu()
            .section(Menu().item(translated("_Hear It"), "context.hear"))
            .section(
                Menu().item(translated("_Longer"), "context.longer").item(translated("_Shorter"), "context.shorter")
                    .item(translated("_Join Without a Transition"), "context.join")
            )
            .section(
                Menu().item(translated("Zoom to _Transition"), "win.near")
                    .item(translated("R_eset Transition"), "win.unpin"))
    }
}
