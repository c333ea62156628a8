import SDBus
import SegueCore

/// `org.freedesktop.Application`: the calls of a desktop for the icon, "Open with" and the actions of the desktop
/// entry.
enum ApplicationInterface {
    static let model = InterfaceModel(
        name: BusNames.applicationInterface,
        methods: [
            MethodModel("Activate", in: [platformData]) { arguments, situation in
                if situation.hasWindow { return .raise(arguments.properties(0), then: .nothing) }
                return situation.snapshot.canPlay ? .command(.play) : openMusic(situation)
            },
            MethodModel("Open", in: [BusArgument("uris", "as"), platformData], action: open),
            MethodModel(
                "ActivateAction",
                in: [BusArgument("action_name", "s"), BusArgument("parameter", "av"), platformData],
                action: activateAction),
        ],
        properties: [], signals: [])

    private static let advice = "Open music with Segue from your files, or with: segue play FILE"

    /// Opening the player without a window means that the person wants to hear music. If the queue is empty, plays the
    /// music folder; a notification reports the result.
    private static func openMusic(_ situation: Situation) -> MethodAction {
        let folders = situation.musicFolders()
        guard !folders.isEmpty else { return .notify("The queue is empty. \(advice)") }
        return .openAndNotify(
            OpenRequest(locations: folders, destination: .replace, play: true),
            success: "The queue was empty: now playing the music folder.",
            failure: "The queue is empty, and there is nothing to play in the music folder. \(advice)")
    }

    private static let platformData = BusArgument("platform_data", "a{sv}")

    private static func open(
        _ arguments: MethodArguments, _ situation: Situation
    ) throws(BusError) -> MethodAction {
        var locations: [String] = []
        for text in arguments.texts(0) { locations.append(try Location.uri(text)) }
        guard !locations.isEmpty else { throw BusError(.invalidArguments, "There is nothing to open.") }
        let opening = MethodAction.openForDesktop(
            OpenRequest(locations: locations, destination: .replace, play: true))
        return situation.hasWindow ? .raise(arguments.properties(1), then: opening) : opening
    }

    /// As with the media keys, an action that is not possible at the moment has no effect.
    private static func activateAction(
        _ arguments: MethodArguments, _ situation: Situation
    ) throws(BusError) -> MethodAction {
        switch arguments.text(0) {
        case "toggle": return situation.snapshot.canPause ? .command(.toggle) : .nothing
        case "next": return situation.snapshot.canGoNext ? .command(.next) : .nothing
        case "previous": return situation.snapshot.canGoPrevious ? .command(.previous) : .nothing
        case "stop": return .command(.stop)
        default: throw BusError(.invalidArguments, "The actions are toggle, next, previous and stop.")
        }
    }
}
