import CAdwaita

/// What was dropped: an entry of a queue, or files.
enum Dropped {
    case entry(String)
    case files([String])

    /// Entries travel as texts with this at their head, so that no other text is taken for one.
    static let entryPrefix = "segue-entry:"

    fileprivate init?(_ value: UnsafeMutablePointer<GValue>) {
        if g_type_check_value_holds(value, CAdwaita_string_type()) != 0 {
            guard let text = g_value_get_string(value).map({ String(cString: $0) }), text.hasPrefix(Self.entryPrefix)
            else { return nil }
            self = .entry(String(text.dropFirst(Self.entryPrefix.count)))
        } else if g_type_check_value_holds(value, CAdwaita_file_list_type()) != 0 {
            guard let list = g_value_get_boxed(value) else { return nil }
            let files = gdk_file_list_get_files(OpaquePointer(list))
            // The nodes are ours, the files are not.
            defer { g_slist_free(files) }
            self = .files(FileList.uris(files))
        } else {
            return nil
        }
    }
}

/// Takes what is dropped on a widget.
final class DropTarget: Controller {
    /// `takesEntries` tells whether entries of the queue are taken, and not only files.
    init(takesEntries: Bool) {
        let actions = GdkDragAction(rawValue: GDK_ACTION_COPY.rawValue | GDK_ACTION_MOVE.rawValue)
        super.init(gtk_drop_target_new(0, actions))
        var types = [CAdwaita_file_list_type()] + (takesEntries ? [CAdwaita_string_type()] : [])
        gtk_drop_target_set_gtypes(opaque, &types, gsize(types.count))
    }

    /// `body` gets what was dropped, and how far down; false where it can't be taken.
    func onDrop(_ body: @escaping (Dropped, Double) -> Bool) {
        onAsking("drop") { arguments in
            guard let value = arguments.boxed(1)?.assumingMemoryBound(to: GValue.self), let dropped = Dropped(value)
            else { return false }
            return body(dropped, arguments.double(3))
        }
    }
}

/// Tells where something is that is dragged over a widget.
final class DropMotion: Controller {
    init() {
        super.init(gtk_drop_controller_motion_new())
    }

    /// `body` gets how far down it is; nil when it has gone.
    func onMotion(_ body: @escaping (Double?) -> Void) {
        for signal in ["enter", "motion"] { on(signal) { body($0.double(2)) } }
        on("leave") { _ in body(nil) }
    }
}

/// Lets an entry of the queue be dragged.
final class EntryDragSource: Controller {
    /// `entry` gives the entry that is under the pointer now.
    init(_ entry: @escaping () -> String?) {
        super.init(gtk_drag_source_new())
        gtk_drag_source_set_actions(opaque, GDK_ACTION_MOVE)
        onRequest("prepare") { _ in
            guard let entry = entry() else { return nil }
            return Value.string(Dropped.entryPrefix + entry).withRaw { value in
                Object(consuming: gdk_content_provider_new_for_value(value).map { UnsafeMutableRawPointer($0) })
            }
        }
    }

    /// What is seen under the pointer while dragging.
    func setIcon(_ widget: Widget) {
        let picture = Object(consuming: gtk_widget_paintable_new(widget.widget).map { UnsafeMutableRawPointer($0) })
        gtk_drag_source_set_icon(opaque, picture.opaque, 0, 0)
    }
}

/// Lists of files, as the toolkit hands them over.
enum FileList {
    static func uris(_ list: UnsafeMutablePointer<GSList>?) -> [String] {
        var uris: [String] = []
        var node = list
        while let current = node {
            if let file = current.pointee.data, let uri = g_file_get_uri(OpaquePointer(file)) {
                uris.append(String(cString: uri))
                g_free(uri)
            }
            node = current.pointee.next
        }
        return uris
    }
}
