import SDBus

/// `org.mpris.MediaPlayer2` (mpris.md, R1 to R7). All that ever changes in it is whether there is a window.
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
            // The answer needs GStreamer's registry, which takes longer to make than everything before the name.
            PropertyModel("SupportedMimeTypes", "as", .live { .strings($0.supportedMimeTypes) }),
        ],
        signals: [])
}
