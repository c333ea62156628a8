import CAdwaita

/// A list model without stored objects: GTK requests objects only for the rows that it shows, and the program keeps the
/// data. A hundred thousand rows need no object each.
final class RowList: Object {
    private static let ownerKey = "segue-owner"

    /// The number of rows.
    private(set) var count = 0

    init() {
        super.init(
            consuming: g_object_new_with_properties(Self.type(), 0, nil, nil).map { UnsafeMutableRawPointer($0) })
        g_object_set_data(typed(), Self.ownerKey, Unmanaged.passUnretained(self).toOpaque())
    }

    // A view may outlive the list. It must know that its rows are gone, or GTK ends the program.
    deinit {
        g_object_set_data(typed(), Self.ownerKey, nil)
        g_list_model_items_changed(opaque, 0, guint(count), 0)
    }

    /// Announces that `removed` rows at `place` were replaced by `added` rows.
    func change(at place: Int, removed: Int, added: Int) {
        count += added - removed
        g_list_model_items_changed(opaque, guint(place), guint(removed), guint(added))
    }

    private static func count(_ list: OpaquePointer?) -> Int {
        guard let list, let pointer = g_object_get_data(UnsafeMutablePointer<GObject>(list), ownerKey) else { return 0 }
        return Unmanaged<RowList>.fromOpaque(pointer).takeUnretainedValue().count
    }

    private static func type() -> GType {
        let name = "SegueRowList"
        let known = g_type_from_name(name)
        guard known == 0 else { return known }
        var query = GTypeQuery()
        g_type_query(CAdwaita_object_type(), &query)
        let type = g_type_register_static_simple(
            CAdwaita_object_type(), name, query.class_size, nil, query.instance_size, nil, GTypeFlags(rawValue: 0))
        var interface = GInterfaceInfo()
        interface.interface_init = { pointer, _ in
            guard let interface = pointer?.assumingMemoryBound(to: GListModelInterface.self) else { return }
            interface.pointee.get_item_type = { _ in CAdwaita_object_type() }
            interface.pointee.get_n_items = { guint(RowList.count($0)) }
            interface.pointee.get_item = { list, place in
                guard place < RowList.count(list) else { return nil }
                return g_object_new_with_properties(CAdwaita_object_type(), 0, nil, nil).map { gpointer($0) }
            }
        }
        g_type_add_interface_static(type, g_list_model_get_type(), &interface)
        return type
    }
}
