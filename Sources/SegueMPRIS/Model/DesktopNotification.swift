public import SDBus

/// A text that the desktop shows for a while (Desktop Notifications Specification).
public struct DesktopNotification: Equatable, Sendable {
    public static let service = "org.freedesktop.Notifications"
    public static let path = "/org/freedesktop/Notifications"

    public var title: String
    /// Plain text. It is escaped, because many desktops interpret it as markup.
    public var text: String
    /// The address of a picture; nil for the player's icon.
    public var picture: String?
    /// Identifiers and labels of buttons, alternating.
    public var actions: [String]
    /// True if the desktop must not keep the notification after showing it.
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

    /// Returns the call that shows the notification. The notification replaces the one numbered `former`, unless
    /// `former` is 0; the reply contains the new number. The bus starts the desktop's notification service if it is not
    /// running.
    public func call(inPlaceOf former: UInt32 = 0) -> BusCall {
        var hints: [String: BusValue] = ["desktop-entry": .string(BusNames.applicationID)]
        hints["image-path"] = picture.map { .string($0) }
        if isTransient { hints["transient"] = .boolean(true) }
        return BusCall(
            destination: Self.service, path: Self.path, interface: Self.service, member: "Notify",
            arguments: [
                .string("Segue"), .uint32(former), .string(BusNames.applicationID), .string(title),
                .string(Self.escaped(text)), .strings(actions), .properties(hints),
                // The desktop decides how long to show the notification.
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
