import CAdwaita
import SDBus
import SegueClient
import SegueMPRIS

/// A notification of the desktop's that music plays on without the window, with a button to stop it. The program waits
/// for the button for as long as the notification is there.
final class Farewell {
    /// The time for which the button is waited for where the desktop tells no end of the notification, in milliseconds.
    private static let patience = 60_000
    private var signals: Slot?
    private var notification: Int?
    private var waiting: Later?
    private var onEnd: (() -> Void)?

    /// Shows the notification. `stop` is called if the button is pressed, and `end` once nothing more can come.
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
            // There is no desktop that shows any.
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
