import SDBus

/// A message on the bus about a change of the player.
enum Announcement: Equatable {
    /// One `PropertiesChanged` with these values.
    case properties(interface: String, path: String, [NamedValue])
    /// One `PropertiesChanged` that names the property without its value.
    case invalidated(String, interface: String, path: String)
    case signal(String, interface: String, path: String, [BusValue])
}

/// A property's name with a value.
struct NamedValue: Equatable {
    let name: String
    let value: BusValue
}
