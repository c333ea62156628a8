/// The bus daemon itself, and what every object on a bus has.
public enum BusDaemon {
    /// Its bus name, which is the name of its interface too.
    public static let name = "org.freedesktop.DBus"
    /// Its object.
    public static let path = "/org/freedesktop/DBus"
    /// The interface through which every object's properties are read.
    public static let properties = name + ".Properties"
    /// The interface through which every connection answers a ping.
    static let peer = name + ".Peer"
    /// Its signal that a name has another owner.
    public static let ownerChanged = "NameOwnerChanged"

    /// A call to the bus daemon.
    public static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
    }
}
