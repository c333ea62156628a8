import SDBus

/// A sentence for a person who looks at the desktop, by the Desktop Notifications Specification.
enum DesktopNotification {
    static let service = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"

    /// The call that shows the sentence. The bus starts the desktop's program for notifications if it does not run.
    static func call(_ sentence: String) -> BusCall {
        BusCall(
            destination: service, path: path, interface: service, member: "Notify",
            arguments: [
                .string("Segue"), .uint32(0), .string(BusNames.applicationID), .string("Segue"), .string(sentence),
                .strings([]), .properties(["desktop-entry": .string(BusNames.applicationID)]),
                // The desktop decides how long it shows the notification.
                .int32(-1),
            ])
    }
}
