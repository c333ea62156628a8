import SDBus
import SegueClient
import SegueKit

/// The examination of the service that discovers devices in the network.
enum DiscoveryExamination {
    /// The time to wait for a reply, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    /// True if Avahi runs.
    static var isRunning: Bool {
        guard let loop = try? EventLoop() else { return false }
        let call = BusDaemon.call("NameHasOwner", .string("org.freedesktop.Avahi"))
        let reply = try? Bus.openSystem(on: loop).callAndWait(call, timeout: patience)
        return reply?.first?.asBoolean == true
    }
}
