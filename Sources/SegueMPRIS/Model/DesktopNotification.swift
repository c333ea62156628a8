public import SDBus

/// A text that the desktop shows for a while, by the Desktop Notifications Specification.
public struct DesktopNotification: Equatable, Sendable {
    public static let service = "org.freedesktop.Notifications"
    public static let path = "/org/freedesktop/Notifications"

    public var title: String
    /// Plain text; it is escaped, since many desktops take it for markup.
    public var text: String
    /// The address of a picture; nil for the player's icon.
    public var picture: String?
    /// Identifiers and labels of buttons, in turn.
    public var actions: [String]
    /// True if the desktop is not to keep it once it has been shown.
    public var isTransient: Bool

    public init(
        title: String, text: String, picture: String? = nil, actions: [String] = [], isTransient: Bool = false
    ) {
        self.title = title
        self.text = text
        self.picture = picture
        self.actions = actions
        self.isTransient = isTransient
    }

    /// The call that shows the notification. It replaces the one numbered `former`, unless that is 0; the reply has the
    /// number of the new one. The bus starts the desktop's program for notifications if it does not run.
    public func call(inPlaceOf former: UInt32 = 0) -> BusCall {
        var hints: [String: BusValue] = ["desktop-entry": .string(BusNames.applicationID)]
        hints["image-path"] = picture.map { .string($0) }
        if isTransient { hints["transient"] = .boolean(true) }
        return BusCall(
            destination: Self.service, path: Self.path, interface: Self.service, member: "Notify",
            arguments: [
                .string("Segue"), .uint32(former), .string(BusNames.applicationID), .string(title),
                .string(Self.escaped(text)), .strings(actions), .properties(hints),
                // The desktop decides how long it shows the notification.
                .int32(-1),
            ])
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
