import CAdwaita

/// Widgets in a row or a column.
final class Box: Widget {
    init(_ orientation: GtkOrientation, spacing: Int = 0, _ children: [Widget] = []) {
        super.init(gtk_box_new(orientation, gint(spacing)))
        for child in children { append(child) }
    }

    func append(_ child: Widget) { gtk_box_append(typed(), child.widget) }
}

/// A row with a centred widget.
final class CenterBox: Widget {
    init(start: Widget?, center: Widget?, end: Widget?) {
        super.init(gtk_center_box_new())
        gtk_center_box_set_start_widget(opaque, start?.widget)
        gtk_center_box_set_center_widget(opaque, center?.widget)
        gtk_center_box_set_end_widget(opaque, end?.widget)
    }
}

/// A stack of pages of which one is visible, without a switcher.
final class Stack: Widget {
    /// The pages that have not been created yet.
    private var unmade: [String: () -> Widget] = [:]

    /// Creates the stack. With `isHomogeneous`, all pages have the same size, so that nothing around them moves.
    init(isHomogeneous: Bool = false) {
        super.init(gtk_stack_new())
        gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_hhomogeneous(opaque, isHomogeneous ? 1 : 0)
        gtk_stack_set_vhomogeneous(opaque, isHomogeneous ? 1 : 0)
    }

    func add(_ child: Widget, name: String) { gtk_stack_add_named(opaque, child.widget, name) }

    /// Adds a page that is created when first shown, because most windows never show most pages.
    func add(name: String, _ make: @escaping () -> Widget) { unmade[name] = make }

    private func make(_ page: String) {
        if let make = unmade.removeValue(forKey: page) { add(make(), name: page) }
    }

    /// The name of the visible page.
    var page: String {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
        set {
            guard newValue != page else { return }
            make(newValue)
            releaseFocus()
            gtk_stack_set_visible_child_name(opaque, newValue)
        }
    }

    /// Shows a page without the usual dissolve.
    func cut(to page: String) {
        make(page)
        gtk_stack_set_visible_child_full(opaque, page, GTK_STACK_TRANSITION_TYPE_NONE)
    }
}

/// A child with a maximum width.
final class Clamp: Widget {
    init(_ child: Widget, maximum: Int, tightening: Int) {
        super.init(adw_clamp_new())
        adw_clamp_set_child(opaque, child.widget)
        adw_clamp_set_maximum_size(opaque, gint(maximum))
        adw_clamp_set_tightening_threshold(opaque, gint(tightening))
    }
}

/// A child that can be scrolled.
final class Scroller: Widget {
    init(_ child: Widget, horizontally: Bool = false) {
        super.init(gtk_scrolled_window_new())
        gtk_scrolled_window_set_child(opaque, child.widget)
        gtk_scrolled_window_set_policy(
            opaque, horizontally ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    }
}

/// The bar at the top, with the window's buttons.
final class HeaderBar: Widget {
    init(title: Widget? = nil) {
        super.init(adw_header_bar_new())
        if let title { adw_header_bar_set_title_widget(opaque, title.widget) }
    }

    func packStart(_ child: Widget) { adw_header_bar_pack_start(opaque, child.widget) }
    func packEnd(_ child: Widget) { adw_header_bar_pack_end(opaque, child.widget) }

    /// True if the window's buttons are at the end of this bar.
    var hasEndButtons: Bool {
        get { adw_header_bar_get_show_end_title_buttons(opaque) != 0 }
        set { adw_header_bar_set_show_end_title_buttons(opaque, newValue ? 1 : 0) }
    }

    var hasStartButtons: Bool {
        get { adw_header_bar_get_show_start_title_buttons(opaque) != 0 }
        set { adw_header_bar_set_show_start_title_buttons(opaque, newValue ? 1 : 0) }
    }
}

/// A message shown instead of empty content.
final class StatusPage: Widget {
    init(icon: String, title: String, description: String = "", child: Widget? = nil) {
        self.icon = icon
        super.init(adw_status_page_new())
        adw_status_page_set_icon_name(opaque, icon)
        set(title: title, description: description)
        adw_status_page_set_child(opaque, child?.widget)
    }

    /// The name of the icon; empty for none.
    var icon: String {
        didSet { adw_status_page_set_icon_name(opaque, icon) }
    }

    func set(title: String, description: String) {
        adw_status_page_set_title(opaque, title)
        // The description is markup.
        let escaped = g_markup_escape_text(description, -1)
        defer { g_free(escaped) }
        adw_status_page_set_description(opaque, escaped)
    }
}
