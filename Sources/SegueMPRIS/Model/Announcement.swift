import SDBus

/// Something that goes out on the bus when the player has changed.
enum Announcement: Equatable {
    /// One `PropertiesChanged` with these values.
    case properties(interface: String, path: String, [NamedValue])
    /// One `PropertiesChanged` that says only that this property has changed.
    case invalidated(String, interface: String, path: String)
    case signal(String, interface: String, path: String, [BusValue])
}

/// A property's name with a value.
struct NamedValue: Equatable {
    let name: String
    let value: BusValue
}
