import CAdwaita

/// A widget drawn by the program: a GTK class whose Swift owner draws and measures.
class DrawnWidget: Widget {
    /// The role of the widget for screen readers. Each role is a separate GTK class.
    enum Role: String {
        case slider = "SegueStrip"
        case image = "SegueCover"

        fileprivate var accessible: GtkAccessibleRole {
            switch self {
            case .slider: GTK_ACCESSIBLE_ROLE_SLIDER
            case .image: GTK_ACCESSIBLE_ROLE_IMG
            }
        }
    }

    private static let ownerKey = "segue-owner"

    init(_ role: Role) {
        super.init(g_object_new_with_properties(Self.type(role), 0, nil, nil))
        g_object_set_data(typed(), Self.ownerKey, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        g_object_set_data(typed(), Self.ownerKey, nil)
    }

    /// Draws the widget at its current size.
    func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {}

    /// Returns the minimum and natural size in a direction.
    func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) { (0, 0) }

    /// True if the height depends on the width.
    var isSquare: Bool { false }

    final func redraw() { gtk_widget_queue_draw(widget) }

    private static func owner(of widget: UnsafeMutablePointer<GtkWidget>?) -> DrawnWidget? {
        guard let widget,
            let pointer = g_object_get_data(
                UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), ownerKey)
        else { return nil }
        return Unmanaged<DrawnWidget>.fromOpaque(pointer).takeUnretainedValue()
    }

    private static func type(_ role: Role) -> GType {
        let known = g_type_from_name(role.rawValue)
        guard known == 0 else { return known }
        var query = GTypeQuery()
        g_type_query(gtk_widget_get_type(), &query)
        let initialise: GClassInitFunc
        switch role {
        case .slider: initialise = { pointer, _ in DrawnWidget.initialise(pointer, .slider) }
        case .image: initialise = { pointer, _ in DrawnWidget.initialise(pointer, .image) }
        }
        return g_type_register_static_simple(
            gtk_widget_get_type(), role.rawValue, query.class_size, initialise, query.instance_size, nil,
            GTypeFlags(rawValue: 0))
    }

    private static func initialise(_ pointer: gpointer?, _ role: Role) {
        guard let type = pointer?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
        gtk_widget_class_set_accessible_role(type, role.accessible)
        type.pointee.snapshot = { widget, snapshot in
            guard let widget, let snapshot, let owner = DrawnWidget.owner(of: widget) else { return }
            owner.draw(
                snapshot, width: Double(gtk_widget_get_width(widget)), height: Double(gtk_widget_get_height(widget)))
        }
        type.pointee.measure = { widget, orientation, forSize, minimum, natural, minimumBaseline, naturalBaseline in
            let size =
                DrawnWidget.owner(of: widget)?.measure(orientation, forSize: Int(forSize)) ?? (minimum: 0, natural: 0)
            minimum?.pointee = gint(size.minimum)
            natural?.pointee = gint(size.natural)
            minimumBaseline?.pointee = -1
            naturalBaseline?.pointee = -1
        }
        type.pointee.get_request_mode = { widget in
            DrawnWidget.owner(of: widget)?.isSquare == true
                ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH : GTK_SIZE_REQUEST_CONSTANT_SIZE
        }
    }
}
