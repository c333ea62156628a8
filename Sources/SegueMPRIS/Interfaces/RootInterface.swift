import SDBus

/// `org.mpris.MediaPlayer2` (mpris.md, R1 to R7). Nothing in it ever changes.
enum RootInterface {
    static func model(supportedMimeTypes: [String]) -> InterfaceModel {
        InterfaceModel(
            name: BusNames.rootInterface,
            methods: [
                // There is no window to be raised, and CanRaise says so.
                MethodModel("Raise", .nothing),
                MethodModel("Quit", .quit),
            ],
            properties: [
                PropertyModel("CanQuit", constant: .boolean(true)),
                PropertyModel("CanRaise", constant: .boolean(false)),
                PropertyModel("HasTrackList", constant: .boolean(true)),
                PropertyModel("Identity", constant: .string("Segue")),
                PropertyModel("DesktopEntry", constant: .string(BusNames.applicationID)),
                PropertyModel("SupportedUriSchemes", constant: .strings(Location.schemes)),
                PropertyModel("SupportedMimeTypes", constant: .strings(supportedMimeTypes)),
            ],
            signals: [])
    }
}
