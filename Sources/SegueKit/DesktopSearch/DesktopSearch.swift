import EventLoop
import SDBus
import SegueCore
import SegueFiles
import SegueMPRIS

/// A separate process for searches from GNOME's overview and from KRunner (design.md, Music library). Typing never
/// starts the player; only choosing a result does. The process ends after half a minute without a query.
///
/// Confined to the loop's thread.
package final class DesktopSearch {
    /// The time without a query after which the process ends, in nanoseconds.
    private static let patience: Int64 = 30_000_000_000

    private let bus: Bus
    private let loop: EventLoop
    private let index: String
    private let pictures: LibraryPictures
    /// The known URIs of pictures inside files; empty for a file without a picture.
    private var known: [LibraryPictures.Place: String] = [:]
    private var library: LibrarySearch?
    private var slots: [Slot] = []
    private var end: Deadline?
    /// The number of calls to the player without a reply so far.
    private var pending = 0

    /// Answers queries, and returns after half a minute without one. Throws if there is no bus, or if another such
    /// process is running.
    package static func run() throws {
        let loop = try EventLoop()
        let search = DesktopSearch(bus: try Bus.openUser(on: loop), loop: loop)
        search.bus.onDisconnect = { loop.stop() }
        try search.appear()
        loop.run()
        search.bus.close()
    }

    /// - Parameters:
    ///   - bus: the bus of the desktop.
    ///   - loop: the loop whose thread the search belongs to.
    ///   - index: the path of the index.
    ///   - pictures: the program that finds pictures inside files; the paths are added.
    init(
        bus: Bus, loop: EventLoop, index: String = LibraryDatabase.path,
        pictures: [String] = [Executable.path, "titles", "--cover"]
    ) {
        self.bus = bus
        self.loop = loop
        self.index = index
        self.pictures = LibraryPictures(loop: loop, program: pictures)
    }

    /// Publishes the objects, and acquires the bus name.
    func appear() throws(BusError) {
        try publish()
        try bus.requestName(BusNames.search)
        stay()
    }

    /// Publishes the objects.
    func publish() throws(BusError) {
        slots = [
            try bus.publish(searchProvider, at: BusNames.searchPath), try bus.publish(runner, at: BusNames.searchPath),
        ]
    }

    private func stay() {
        end?.cancel()
        end = loop.schedule(at: .now.advanced(byNanoseconds: Self.patience)) { [weak self] in
            guard let self else { return }
            if pending == 0 { loop.stop() } else { stay() }
        }
    }

    // MARK: - GNOME

    /// `org.gnome.Shell.SearchProvider2`.
    private var searchProvider: InterfaceDefinition {
        let terms = BusArgument("terms", "as")
        let results = BusArgument("results", "as")
        let timestamp = BusArgument("timestamp", "u")
        return InterfaceDefinition(
            name: "org.gnome.Shell.SearchProvider2",
            methods: [
                method("GetInitialResultSet", in: [terms], out: [results]) { search, arguments in
                    [.strings(search.find(arguments[0].asStrings ?? []).map(\.identity))]
                },
                method(
                    "GetSubsearchResultSet", in: [BusArgument("previous_results", "as"), terms], out: [results]
                ) { search, arguments in
                    [.strings(search.find(arguments[1].asStrings ?? []).map(\.identity))]
                },
                methodWithPictures(
                    "GetResultMetas", in: [BusArgument("identifiers", "as")], out: [BusArgument("metas", "aa{sv}")]
                ) { search, arguments in
                    let identities = arguments[0].asStrings ?? []
                    let texts = search.texts(identities.compactMap { DesktopResult($0) })
                    return (texts, { [.array(of: "a{sv}", Self.metas(identities, texts, $0))] })
                },
                method("ActivateResult", in: [BusArgument("identifier", "s"), terms, timestamp]) { search, arguments in
                    search.open(arguments[0].asString ?? "", place: "next", play: true)
                    return []
                },
                method("LaunchSearch", in: [terms, timestamp]) { search, arguments in
                    let words = (arguments[0].asStrings ?? []).joined(separator: " ")
                    search.call(
                        BusNames.window, BusNames.windowPath, BusNames.applicationInterface, "ActivateAction",
                        [.string("search"), .array(of: "v", [.variant(.string(words))]), .properties([:])])
                    return []
                },
            ])
    }

    private static func metas(
        _ identities: [String], _ found: [DesktopResultText], _ icons: [String]
    ) -> [BusValue] {
        // One for each identifier: GNOME Shell shows nothing if one is missing.
        identities.map { identity in
            let place = found.firstIndex { $0.result.identity == identity }
            let text = place.map { found[$0] }
            return .properties([
                "id": .string(identity), "name": .string(text?.name ?? identity),
                "description": .string(text?.description ?? ""),
                "gicon": .string(place.map { icons[$0] } ?? noPicture),
            ])
        }
    }

    // MARK: - KRunner

    /// `org.kde.krunner1`.
    private var runner: InterfaceDefinition {
        InterfaceDefinition(
            name: "org.kde.krunner1",
            methods: [
                methodWithPictures(
                    "Match", in: [BusArgument("query", "s")], out: [BusArgument("matches", "a(sssida{sv})")]
                ) { search, arguments in
                    let words = (arguments[0].asString ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
                    let texts = search.texts(search.find(words))
                    return (texts, { [.array(of: "(sssida{sv})", Self.matches(texts, $0))] })
                },
                method("Actions", out: [BusArgument("actions", "a(sss)")]) { _, _ in
                    let actions = [
                        ("next", "Play Next", "media-skip-forward"), ("add", "Add to the Queue", "list-add"),
                    ]
                    return [
                        .array(
                            of: "(sss)", actions.map { .structure([.string($0), .string($1), .string($2)]) })
                    ]
                },
                method("Run", in: [BusArgument("match", "s"), BusArgument("action", "s")]) { search, arguments in
                    let action = arguments[1].asString ?? ""
                    search.open(
                        arguments[0].asString ?? "", place: action == "add" ? "last" : "next", play: action.isEmpty)
                    return []
                },
            ])
    }

    private static func matches(_ texts: [DesktopResultText], _ icons: [String]) -> [BusValue] {
        texts.enumerated().map { place, text in
            var properties = ["subtext": BusValue.string(text.description), "category": .string("Music")]
            if case .track(let uri) = text.result { properties["urls"] = .strings([uri]) }
            // The highest type that a runner may claim is an exact match, 100.
            return .structure([
                .string(text.result.identity), .string(text.name),
                .string(icons[place]), .int32(70),
                .double(1 - Double(place) / 10), .properties(properties),
            ])
        }
    }

    // MARK: - Answers

    private func find(_ terms: [String]) -> [DesktopResult] {
        read { try $0.desktopResults(terms, now: LibraryTime.now) } ?? []
    }

    private func texts(_ results: [DesktopResult]) -> [DesktopResultText] {
        read { try $0.texts(of: results, now: LibraryTime.now) } ?? []
    }

    /// The icon of a result without a picture, by its name.
    private static let noPicture = "audio-x-generic"

    /// Returns the known icons of these results, as paths of files or by name.
    private func icons(of texts: [DesktopResultText]) -> [String] {
        texts.map { text in known[text.cover].flatMap { FileURI.path(of: $0)?.description } ?? Self.noPicture }
    }

    /// Finds the pictures of these results, each once. Only pictures inside files take time.
    private func findPictures(of texts: [DesktopResultText], _ completion: @escaping () -> Void) {
        let unknown = texts.map(\.cover).filter { known[$0] == nil }
        pictures.find(unknown) { [weak self] uris in
            guard let self else { return }
            if known.count > Self.mostKnown { known = [:] }
            for (place, uri) in zip(unknown, uris) { known[place] = uri }
            completion()
        }
    }

    /// The largest number of pictures whose URIs are kept.
    private static let mostKnown = 1000
    /// The time for which an answer waits for pictures, in nanoseconds: a file may be on a disk that hangs.
    private static let picturePatience: Int64 = 500_000_000

    /// Returns nil if there is no index, or if it can't be read: nothing is found then.
    private func read<Result>(_ body: (LibrarySearch) throws -> Result) -> Result? {
        if library == nil { library = LibrarySearch(path: index) }
        guard let library, let result = try? body(library) else {
            library?.discard()
            self.library = nil
            return nil
        }
        return result
    }

    /// Asks the player to open a result; the bus starts the player if it is not running. Does nothing for an invalid
    /// identifier.
    private func open(_ identity: String, place: String, play: Bool) {
        guard let result = DesktopResult(identity) else { return }
        let rest: [BusValue] = [.string(place), .objectPath("/"), .boolean(play)]
        switch result {
        case .track(let uri):
            call(
                BusNames.player, BusNames.ownPath, BusNames.queueInterface, "Insert",
                [.strings([uri])] + rest + [.dictionary(key: "s", value: "a{sv}", [])])
        case .album(let number):
            call(
                BusNames.player, BusNames.ownPath, BusNames.libraryInterface, "Add",
                [.string("albumid:\(number)")] + rest)
        case .artist(let name):
            let phrase = name.filter { $0 != "\"" }
            call(
                BusNames.player, BusNames.ownPath, BusNames.libraryInterface, "Add",
                [.string("artist:\"\(phrase)\"")] + rest)
        }
    }

    private func call(
        _ name: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) {
        pending += 1
        let call = BusCall(
            destination: name, path: path, interface: interface, member: member, arguments: arguments)
        bus.call(call) { [weak self] _ in self?.pending -= 1 }
    }

    private func method(
        _ name: String, in arguments: [BusArgument] = [], out results: [BusArgument] = [],
        _ body: @escaping (DesktopSearch, [BusValue]) -> [BusValue]
    ) -> BusMethod {
        BusMethod(name, in: arguments, out: results) { [weak self] call in
            guard let self else { return .values([]) }
            stay()
            return .values(body(self, call.arguments))
        }
    }

    /// Returns a method like `method`, but for answers with icons. The reply is sent once the icons are known or have
    /// taken too long.
    private func methodWithPictures(
        _ name: String, in arguments: [BusArgument], out results: [BusArgument],
        _ body: @escaping (DesktopSearch, [BusValue]) -> ([DesktopResultText], ([String]) -> [BusValue])
    ) -> BusMethod {
        BusMethod(name, in: arguments, out: results) { [weak self] call in
            guard let self else { return .values([]) }
            stay()
            let (texts, answer) = body(self, call.arguments)
            // A second reply has no effect.
            let reply = { [weak self] in
                if let self { call.reply(answer(icons(of: texts))) }
            }
            let late = loop.schedule(at: .now.advanced(byNanoseconds: Self.picturePatience), reply)
            findPictures(of: texts) {
                late.cancel()
                reply()
            }
            return .deferred
        }
    }
}
