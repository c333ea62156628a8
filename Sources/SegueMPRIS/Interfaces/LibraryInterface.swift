import SDBus
import SegueCore

/// `io.github.segueplayer.Segue.Library1` (design.md, Music library): the contents of the music folders. Published only
/// by a player that follows the music folders.
enum LibraryInterface {
    /// The largest number of rows in an answer.
    static let pageLimit = 500
    /// The largest number of files in one request for covers.
    static let coverLimit = 50

    static let model = InterfaceModel(
        name: BusNames.libraryInterface, methods: methods,
        properties: [
            PropertyModel("Tracks", "u", emits: .no, .live { .uint32(UInt32(clamping: $0.libraryState.tracks ?? 0)) }),
            PropertyModel("Reading", "b", emits: .no, .live { .boolean($0.libraryState.reading != nil) }),
        ],
        signals: [
            BusSignalDefinition("Progress", [BusArgument("files", "u")]),
            BusSignalDefinition("Changed", [BusArgument("tracks", "u")]),
        ])

    private static let query = BusArgument("query", "s")
    private static let page = [query, BusArgument("offset", "u"), BusArgument("limit", "u")]

    private static let methods = [
        MethodModel("Search", in: page, out: [BusArgument("tracks", "aa{sv}")]) { arguments, _ throws(BusError) in
            try request(.tracks, arguments)
        },
        MethodModel("Albums", in: page, out: [BusArgument("albums", "a(xsasiuss)")]) { arguments, _ throws(BusError) in
            try request(.albums, arguments)
        },
        MethodModel("Artists", in: page, out: [BusArgument("artists", "a(sus)")]) { arguments, _ throws(BusError) in
            try request(.artists, arguments)
        },
        MethodModel("Genres", in: page, out: [BusArgument("genres", "a(sus)")]) { arguments, _ throws(BusError) in
            try request(.genres, arguments)
        },
        MethodModel(
            "Folders", in: [BusArgument("uri", "s"), BusArgument("offset", "u"), BusArgument("limit", "u")],
            out: [BusArgument("folders", "a(sus)")]
        ) { arguments, _ in
            .library(
                LibraryRequest(
                    .folders(in: arguments.text(0)), offset: Int(arguments.integer(1)), limit: limit(arguments)))
        },
        MethodModel("Covers", in: [BusArgument("uris", "as")], out: [BusArgument("covers", "as")]) {
            arguments, _ throws(BusError) in
            let uris = arguments.texts(0)
            guard uris.count <= coverLimit else {
                throw BusError(
                    .invalidArguments, "Covers takes at most \(coverLimit) files at once, not \(uris.count).")
            }
            return .libraryCovers(uris)
        },
        MethodModel("Details", in: [BusArgument("uri", "s")], out: [BusArgument("values", "a{sv}")]) { arguments, _ in
            .libraryDetails(arguments.text(0))
        },
        MethodModel("MergePlays", in: [BusArgument("tracks", "a(sxxd)")]) { arguments, _ throws(BusError) in
            .mergePlays(try plays(arguments.values[0]))
        },
        MethodModel("Play", in: [query]) { arguments, _ throws(BusError) in
            .openFound(
                try parsed(arguments.text(0)),
                OpenRequest(locations: [], destination: .replace, play: true, isAwaited: true))
        },
        MethodModel(
            "Add", in: [query, BusArgument("place", "s"), BusArgument("after", "o"), BusArgument("play", "b")]
        ) { arguments, _ throws(BusError) in
            let place = try QueueInterface.queuePlace(arguments.text(1), after: arguments.path(2))
            return .openFound(
                try parsed(arguments.text(0)),
                OpenRequest(
                    locations: [], destination: .insert(at: place), play: arguments.flag(3), isAwaited: true))
        },
    ]

    private static func request(_ kind: LibraryRequest.Kind, _ arguments: MethodArguments) throws(BusError)
        -> MethodAction
    {
        .library(
            LibraryRequest(
                kind, try parsed(arguments.text(0)), offset: Int(arguments.integer(1)), limit: limit(arguments)))
    }

    private static func limit(_ arguments: MethodArguments) -> Int { min(Int(arguments.integer(2)), pageLimit) }

    private static func plays(_ value: BusValue) throws(BusError) -> [PlaysOfTrack] {
        let rows = value.asArray ?? []
        guard rows.count <= pageLimit else {
            throw BusError(
                .invalidArguments, "MergePlays takes at most \(pageLimit) tracks at once, not \(rows.count).")
        }
        var tracks: [PlaysOfTrack] = []
        for row in rows {
            guard let fields = row.asStructure, fields.count == 4, let address = fields[0].asString,
                let plays = fields[1].asInt64, let time = fields[2].asInt64, let rating = fields[3].asDouble
            else { continue }
            let uri = try Location.uri(address)
            guard (0...Int64(Int32.max)).contains(plays), (0...PlaysOfTrack.latest).contains(time), rating <= 1 else {
                throw BusError(
                    .invalidArguments, "\(uri): plays and seconds since 1970 are 0 or more, and a rating is at most 1.")
            }
            tracks.append(
                PlaysOfTrack(
                    uri: uri, plays: Int32(plays), lastPlayed: time > 0 ? time : nil, rating: rating >= 0 ? rating : nil
                ))
        }
        return tracks
    }

    static func parsed(_ text: String) throws(BusError) -> LibraryQuery {
        do throws(LibraryQueryError) {
            return try LibraryQuery(text)
        } catch {
            throw BusError(.invalidArguments, error.sentence(about: text))
        }
    }

    /// Returns the rows of an answer as result values.
    static func values(of rows: LibraryRows) -> [BusValue] {
        switch rows {
        case .tracks(let tracks):
            [.array(of: "a{sv}", tracks.map { MetadataDictionary.value(uri: $0.uri, $0.metadata) })]
        case .albums(let albums):
            [
                .array(
                    of: "(xsasiuss)",
                    albums.map { album in
                        .structure([
                            .int64(album.id), .string(album.title), .strings(album.artists),
                            .int32(Int32(clamping: album.year ?? 0)), .uint32(UInt32(clamping: album.count)),
                            .string(album.uri), .string(album.artURI ?? ""),
                        ])
                    })
            ]
        case .names(let names):
            [
                .array(
                    of: "(sus)",
                    names.map { row in
                        .structure([.string(row.name), .uint32(UInt32(clamping: row.count)), .string(row.uri ?? "")])
                    })
            ]
        }
    }
}
