import Glibc
import SDBus

/// Inside of a Flatpak, a program without a window is ended unless a person has been told why it goes on.
enum BackgroundPortal {
    /// Tells why, through the desktop's portal; does nothing outside of a Flatpak.
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
