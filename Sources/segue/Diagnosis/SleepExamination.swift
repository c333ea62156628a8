import SDBus
import SegueClient
import SegueKit

/// The examination of the services that prevent suspend while music plays, and that delay sleep until the music has
/// stopped.
enum SleepExamination {
    /// The time to wait for a reply, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    /// Reports the services of the desktop and the system. `inUse` is the service that the running player uses.
    static func findings(inUse: SuspendInhibitor? = nil) -> [Finding] {
        guard let loop = try? EventLoop() else { return [] }
        let portal = try? Bus.openUser(on: loop).callAndWait(
            version(of: "org.freedesktop.portal.Inhibit"), timeout: patience)
        let manager = try? Bus.openSystem(on: loop).callAndWait(preparingForSleep, timeout: patience)
        return [
            suspend(inUse, hasPortal: portal != nil, hasManager: manager != nil),
            manager == nil
                ? Finding("Sleep", .note, "login1 does not answer: music is cut off when the computer sleeps")
                : Finding("Sleep", .ok, "music fades out before the computer sleeps"),
        ]
    }

    private static func suspend(_ inUse: SuspendInhibitor?, hasPortal: Bool, hasManager: Bool) -> Finding {
        let subject = "Suspend"
        if let inUse { return Finding(subject, .ok, "\(name(of: inUse)) prevents it now, while music plays") }
        guard hasPortal || hasManager else {
            return Finding(
                subject, .note,
                "neither the desktop's portal nor login1 answers: the computer may suspend while music plays")
        }
        return Finding(subject, .ok, "\(name(of: hasPortal ? .portal : .login1)) prevents it while music plays")
    }

    private static func name(of inhibitor: SuspendInhibitor) -> String {
        switch inhibitor {
        case .portal: "the desktop's portal"
        case .login1: "login1"
        }
    }

    private static func version(of interface: String) -> BusCall {
        BusCall(
            destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: BusDaemon.properties, member: "Get", arguments: [.string(interface), .string("version")],
            startsDestination: false)
    }

    private static var preparingForSleep: BusCall {
        BusCall(
            destination: "org.freedesktop.login1", path: "/org/freedesktop/login1", interface: BusDaemon.properties,
            member: "Get", arguments: [.string("org.freedesktop.login1.Manager"), .string("PreparingForSleep")])
    }
}
