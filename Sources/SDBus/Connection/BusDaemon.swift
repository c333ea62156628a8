/// The names of the bus daemon, and of the standard interfaces.
public enum BusDaemon {
    /// The bus name of the daemon, which is also the name of its interface.
    public static let name = "org.freedesktop.DBus"
    /// The path of the daemon's object.
    public static let path = "/org/freedesktop/DBus"
    /// The interface of every object for reading its properties.
    public static let properties = name + ".Properties"
    /// The interface of every connection that answers a ping.
    static let peer = name + ".Peer"
    /// The daemon's signal that the owner of a name has changed.
    public static let ownerChanged = "NameOwnerChanged"

    /// Returns a call to the bus daemon.
    public static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
    }
}
