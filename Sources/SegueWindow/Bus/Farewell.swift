import CAdwaita
import SDBus
import SegueClient
import SegueMPRIS

/// A desktop notification that music continues without the window, with a button to stop it. The program waits for the
/// button while the notification is shown.
final class Farewell {
    /// The time to wait for the button if the desktop does not report the end of the notification, in milliseconds.
    private static let patience = 60_000
    private var signals: Slot?
    private var notification: Int?
    private var waiting: Later?
    private var onEnd: (() -> Void)?

    /// Shows the notification. `stop` is called when the button is pressed, `end` when no more signals are expected.
    func show(on bus: Bus, stop: @escaping () -> Void, end: @escaping () -> Void) {
        onEnd = end
        waiting = Later(milliseconds: Self.patience) { [weak self] in self?.finish() }
        let desktop = DesktopNotification.service
        signals = try? bus.subscribe(sender: desktop, path: DesktopNotification.path, interface: desktop) {
            [weak self] signal in
            guard let self, let notification, signal.arguments.first?.asCount == notification else { return }
            if signal.member == "ActionInvoked", signal.arguments.last?.asString == "stop" { stop() }
            finish()
        }
        let farewell = DesktopNotification(
            title: translated("The Music Plays On"),
            text: translated("Media keys, the desktop’s player controls and this window stop it."),
            actions: ["stop", translated("Stop")], isTransient: true)
        bus.call(farewell.call()) { [weak self] reply in
            guard let self else { return }
            notification = (try? reply.get())?.first?.asCount
            // No desktop service shows notifications.
            if notification == nil { finish() }
        }
    }

    private func finish() {
        signals = nil
        waiting = nil
        onEnd?()
        onEnd = nil
    }
}
