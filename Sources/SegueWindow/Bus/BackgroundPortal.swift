import Glibc
import SDBus

/// The desktop's permission to run in the background. In a Flatpak, a program without a window is ended unless the
/// person has been given a reason.
enum BackgroundPortal {
    /// Reports the reason through the desktop's portal. Has no effect outside a Flatpak.
    static func ask(on bus: Bus) {
        guard access("/.flatpak-info", F_OK) == 0 else { return }
        let reason = translated("Music plays on when the window is closed.")
        let call = BusCall(
            destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Background", member: "RequestBackground",
            arguments: [.string(""), .properties(["reason": .string(reason)])])
        bus.call(call) { _ in }
    }
}
