import SDBus

/// `org.mpris.MediaPlayer2` (mpris.md, R1 to R7). The only property that ever changes is the presence of a window.
enum RootInterface {
    static let model = InterfaceModel(
        name: BusNames.rootInterface,
        methods: [
            MethodModel("Raise") { _, situation in situation.hasWindow ? .raise([:], then: .nothing) : .nothing },
            MethodModel("Quit", .quit),
        ],
        properties: [
            PropertyModel("CanQuit", constant: .boolean(true)),
            PropertyModel("CanRaise", "b", .window),
            PropertyModel("HasTrackList", constant: .boolean(true)),
            PropertyModel("Identity", constant: .string("Segue")),
            PropertyModel("DesktopEntry", constant: .string(BusNames.applicationID)),
            PropertyModel("SupportedUriSchemes", constant: .strings(Location.schemes)),
            // The answer needs GStreamer's registry, which takes longer to build than everything before the bus name.
            PropertyModel("SupportedMimeTypes", "as", .live { .strings($0.supportedMimeTypes) }),
        ],
        signals: [])
}
