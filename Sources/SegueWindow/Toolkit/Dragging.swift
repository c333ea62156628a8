import CAdwaita

/// The music of a drag: entries of the queue, files, or everything that a query finds in the library.
enum Dragged {
    case entries([String])
    case files([String])
    case found(query: String)

    /// The prefixes of entries and queries, which are transferred as texts, so that no other text is mistaken for one.
    private static let entryPrefix = "segue-entry:"
    private static let queryPrefix = "segue-query:"

    init?(_ value: UnsafePointer<GValue>) {
        if g_type_check_value_holds(value, CAdwaita_string_type()) != 0 {
            guard let text = g_value_get_string(value).map({ String(cString: $0) }) else { return nil }
            if text.hasPrefix(Self.entryPrefix) {
                self = .entries(text.dropFirst(Self.entryPrefix.count).split(separator: " ").map(String.init))
            } else if text.hasPrefix(Self.queryPrefix) {
                self = .found(query: String(text.dropFirst(Self.queryPrefix.count)))
            } else {
                return nil
            }
        } else if g_type_check_value_holds(value, CAdwaita_file_list_type()) != 0 {
            guard let list = g_value_get_boxed(value) else { return nil }
            let files = gdk_file_list_get_files(OpaquePointer(list))
            // The nodes belong to this function, the files do not.
            defer { g_slist_free(files) }
            self = .files(FileList.uris(files))
        } else if g_type_check_value_holds(value, URIList.type) != 0 {
            self = .files(URIList.uris(value))
        } else {
            return nil
        }
    }

    /// Returns true for the entry with this path alone.
    func isEntry(_ path: String?) -> Bool {
        if case .entries(let ids) = self { ids == [path] } else { false }
    }

    private var value: Value {
        switch self {
        case .entries(let ids): .string(Self.entryPrefix + ids.joined(separator: " "))
        case .found(let query): .string(Self.queryPrefix + query)
        case .files(let uris): .files(uris)
        }
    }

    /// The object that transfers the music to the drop target.
    fileprivate var provider: Object {
        value.withRaw { value in
            Object(consuming: gdk_content_provider_new_for_value(value).map { UnsafeMutableRawPointer($0) })
        }
    }
}

/// A target for drops on a widget.
final class DropTarget: Controller {
    private static let actions = GDK_ACTION_COPY.rawValue | GDK_ACTION_MOVE.rawValue

    init() {
        super.init(gtk_drop_target_new(0, GdkDragAction(rawValue: Self.actions)))
        var types = URIList.types + [CAdwaita_string_type()]
        gtk_drop_target_set_gtypes(opaque, &types, gsize(types.count))
    }

    /// Calls `body` with the dropped music and its vertical position. `body` returns false if the music cannot be
    /// accepted.
    func onDrop(_ body: @escaping (Dragged, Double) -> Bool) {
        onAsking("drop") { [weak self] arguments in
            self?.endDropsAround()
            guard let value = arguments.boxed(1), let dropped = Dragged(value.assumingMemoryBound(to: GValue.self))
            else { return false }
            return body(dropped, arguments.double(3))
        }
    }

    /// Calls `body` with the vertical position of a drag. `body` returns false if nothing can be dropped there, which
    /// the pointer shows.
    func onOffer(_ body: @escaping (Double) -> Bool) {
        for signal in ["enter", "motion"] {
            onFlags(signal) { [weak self] arguments in
                guard let self, body(arguments.double(2)), let drop = gtk_drop_target_get_current_drop(opaque) else {
                    return 0
                }
                let possible = gdk_drop_get_actions(drop).rawValue & Self.actions
                return possible & GDK_ACTION_COPY.rawValue != 0 ? GDK_ACTION_COPY.rawValue : possible
            }
        }
    }

    /// True if the current drag carries entries of the queue, which only this program can drag.
    var offersEntries: Bool {
        guard let drop = gtk_drop_target_get_current_drop(opaque), let drag = gdk_drop_get_drag(drop),
            let content = gdk_drag_get_content(drag)
        else { return false }
        return Value.string("").withRaw { value in
            guard gdk_content_provider_get_value(content, value, nil) != 0, case .entries? = Dragged(value) else {
                return false
            }
            return true
        }
    }

    /// Ends the drop for the targets around this one. GTK tells them nothing about it, and they would refuse the next
    /// drag.
    private func endDropsAround() {
        var widget = gtk_event_controller_get_widget(opaque).flatMap { gtk_widget_get_parent($0) }
        while let current = widget {
            for controller in Widget.controllers(of: current, type: gtk_drop_target_get_type()) {
                gtk_drop_target_reject(controller)
            }
            widget = gtk_widget_get_parent(current)
        }
    }
}

/// Observes the position of a drag over a widget.
final class DropMotion: Controller {
    init() {
        super.init(gtk_drop_controller_motion_new())
    }

    /// Calls `body` with the vertical position; nil when the drag leaves.
    func onMotion(_ body: @escaping (Double?) -> Void) {
        for signal in ["enter", "motion"] { on(signal) { body($0.double(2)) } }
        on("leave") { _ in body(nil) }
    }
}

/// A source that makes the music of a row draggable.
final class RowDragSource: Controller {
    /// Returns the current music of the row; nil if there is none to drag.
    var dragged: () -> Dragged? = { nil }
    var onBegin: (() -> Void)?
    var onEnd: (() -> Void)?

    /// - Parameters:
    ///   - row: the widget shown under the pointer during a drag.
    ///   - action: the effect of a drop on the dragged music.
    init(_ row: Widget, _ action: GdkDragAction) {
        super.init(gtk_drag_source_new())
        gtk_drag_source_set_actions(opaque, action)
        onRequest("prepare") { [weak self] _ in self?.dragged()?.provider }
        on("drag-begin") { [weak self, weak row] _ in
            row?.setStyle("dragged", true)
            self?.onBegin?()
        }
        on("drag-end") { [weak self, weak row] _ in
            row?.setStyle("dragged", false)
            self?.onEnd?()
        }
        let picture = Object(consuming: gtk_widget_paintable_new(row.widget).map { UnsafeMutableRawPointer($0) })
        gtk_drag_source_set_icon(opaque, picture.opaque, 0, 0)
    }
}

/// Lists of files from the toolkit.
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
