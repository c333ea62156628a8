import CAdwaita

/// The menus of the header.
enum Menus {
    /// Returns the main menu. Its first section is `edits`.
    static func main(_ edits: Menu) -> Menu {
        let queue = Menu()
            .item(translated("_Find in the Queue"), "win.find")
            .item(translated("_Save Queue as Playlist…"), "win.save")
            .item(translated("_Clear Queue"), "win.clear")
        let sleep = Menu()
            .choice(translated("Off"), "win.sleep", "0")
            .choice(translated("15 Minutes"), "win.sleep", "15")
            .choice(translated("30 Minutes"), "win.sleep", "30")
            .choice(translated("45 Minutes"), "win.sleep", "45")
            .choice(translated("1 Hour"), "win.sleep", "60")
            .choice(translated("2 Hours"), "win.sleep", "120")
        let transition = Menu()
            .item(translated("Zoom to _Transition"), "win.near")
            .item(translated("R_eset Transition"), "win.unpin")
        let application = Menu()
            .item(translated("_Preferences"), "win.preferences")
            .item(translated("_Keyboard Shortcuts"), "win.show-help-overlay")
            .item(translated("_About Segue"), "win.about")
            .item(translated("_Quit"), "win.quit")
        return Menu().section(edits).section(queue).section(transition)
            .section(Menu().submenu(translated("Sleep Ti_mer"), sleep)).section(application)
    }

    /// Fills a section with the items that undo and redo, and their effects. An effect is a sentence, or empty.
    static func show(undo: String, redo: String, in edits: Menu) {
        edits.removeAll()
        edits.item(undo.isEmpty ? translated("_Undo") : translated("_Undo: %s", clause(undo)), "win.undo")
        edits.item(redo.isEmpty ? translated("_Redo") : translated("_Redo: %s", clause(redo)), "win.redo")
    }

    /// The number of characters of an effect that a menu shows.
    private static let longestEffect = 48

    /// Returns a sentence without its full stop, as part of an item.
    private static func clause(_ sentence: String) -> String {
        let clause = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        let short = clause.count > longestEffect ? clause.prefix(longestEffect - 1) + "…" : clause
        // An underscore would mark the key of the item.
        return short.replacing("_", with: "__")
    }

    /// Returns the menu of the current track.
    static func track() -> Menu {
        let stars = (1...5).reduce(Menu().choice(translated("No Rating"), "win.rating", "-1")) { menu, count in
            menu.choice(counted("%d Star", "%d Stars", count: count), "win.rating", "\(count)")
        }
        return Menu()
            .section(
                Menu().item(translated("_Stop"), "win.stop")
                    .item(translated("Stop _After This Track"), "win.stop-after-track")
                    .item(translated("_Crossfade Now"), "win.crossfade")
            )
            .section(Menu().submenu(translated("_Rating"), stars))
            .section(
                Menu().item(translated("Add to Play_list…"), "win.add-to-playlist")
                    .item(translated("Show in _Files"), "win.show-file")
                    .item(translated("_Details"), "win.details"))
    }

    static func open() -> Menu {
        Menu()
            .section(
                Menu().item(translated("_Open Files…"), "win.open")
                    .item(translated("Open a _Folder…"), "win.open-folder")
                    .item(translated("Open A_ddress…"), "win.open-address")
            )
            .section(
                Menu().item(translated("_Add Files to the Queue…"), "win.add")
                    .item(translated("Add a Fol_der to the Queue…"), "win.add-folder"))
    }
}
