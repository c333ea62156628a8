import SegueCore

/// What is known of where a load comes from, and whether more of it comes. A value.
struct SourceState: Sendable {
    enum Connection: Sendable {
        case standing
        /// Nothing more comes over it, although there should be more.
        case broken(AudioPlayerError)
        /// All that there is has come.
        case complete
    }

    /// What became of the connection that it came over.
    private(set) var connection: Connection
    /// Percent of the reserve that there has to be before it sounds; 100 for a file.
    var fill: Int
    /// It comes in pieces that a manifest lists.
    private(set) var isAdaptive = false
    /// The media time that the pieces of an adaptive stream count from, once that is known.
    private var origin: MediaTime?
    /// It has no length, and no position that could be gone to.
    private(set) var isLive = false
    /// Whether its server gives any part of it.
    private(set) var parts = ServerAnswer.Parts.unknown
    /// It was known that its server refuses them when the load was opened.
    private var isForewarned = false
    /// Its server has said how much there is.
    private(set) var hasLength = false
    /// Its server has answered.
    private(set) var hasAnswer = false
    /// It is being found out why its server does not.
    private(set) var isToBeExplained = false
    /// What is being read of a playlist that its address turned out to be.
    private var playlist: RemotePlaylist?
    /// It is nothing that could be played itself, and nothing of it reaches the decoder.
    private(set) var isPlaylist = false
    private var isSeekable = false
    /// It is a radio station: it has no end of its own.
    private var isStation = false
    private(set) var stationName: String?

    init(isRemote: Bool) {
        connection = isRemote ? .standing : .complete
        fill = isRemote ? 0 : 100
    }

    /// Of another load by the same route: what is known of its server.
    mutating func learn(from former: SourceState) {
        parts = former.parts
        isForewarned = parts == .refused
    }

    // MARK: - What a load tells when it is ready

    mutating func note(_ track: LoadedTrack) {
        isLive = track.isLive
        isSeekable = track.isSeekable
    }

    /// It is known that positions can be gone to, and that still holds.
    var isKnownSeekable: Bool { isSeekable && parts != .refused }

    /// The position of a piece that says to begin at `media`. An encoder of an adaptive stream counts from where it
    /// likes, and 0 is where the stream begins: there it is the first time.
    mutating func place(_ media: MediaTime) -> MediaTime {
        let origin = origin ?? (isAdaptive ? media : .zero)
        self.origin = origin
        return media - origin
    }

    // MARK: - The connection

    var isComplete: Bool {
        if case .complete = connection { true } else { false }
    }

    /// Nothing more comes over the connection; what has come still plays. Of several errors, the first one counts.
    mutating func breakOff(_ error: AudioPlayerError) {
        if case .standing = connection { connection = .broken(error) }
    }

    /// At the end of what came: why it is not the end of the media, if it isn't. From then on an end is one. `isCut`
    /// says that the media is longer than that, `uri` and `address` what was asked for and where it was found.
    mutating func conclude(isCut: Bool, uri: String, address: String) -> AudioPlayerError? {
        switch connection {
        case .broken(let error): return error
        case .standing where isStation:
            breakOff(.fileLoadFailed(path: uri, reason: "the station closed the connection"))
        // Where a server says how many bytes there are, the source misses what does not come.
        case .standing where isCut && !hasLength && !isAdaptive: breakOff(ErrorSentences.brokenOff(address))
        case .standing, .complete: connection = .complete
        }
        if case .broken(let error) = connection { return error }
        return nil
    }

    /// It is being found out why nobody answers.
    mutating func awaitExplanation() {
        isToBeExplained = true
    }

    // MARK: - What the server answers

    mutating func note(_ answer: ServerAnswer, at address: String) {
        parts = answer.parts(parts)
        hasLength = answer.hasLength
        if answer.isStation {
            isStation = true
            stationName = answer.stationName
        }
        if !hasAnswer { playlist = RemotePlaylist(answer, at: address) }
        hasAnswer = true
    }

    /// Its server has refused a part; false when it was opened with that known.
    mutating func refuseParts() -> Bool {
        parts = .refused
        return !isForewarned
    }

    /// What becomes of a piece of what the server sends.
    enum Piece {
        case pass
        /// It belongs to a playlist.
        case keep
        /// The playlist is too long with it.
        case refuse
    }

    mutating func take(_ bytes: @autoclosure () -> [UInt8]) -> Piece {
        guard !isPlaylist else { return .keep }
        guard playlist?.append(bytes()) == false else { return playlist == nil ? .pass : .keep }
        playlist = nil
        isPlaylist = true
        return .refuse
    }

    /// All of it has come: what it is, if it is a playlist.
    mutating func readPlaylist() -> RemotePlaylist.Reading? {
        defer { playlist = nil }
        guard let reading = playlist?.read() else { return nil }
        switch reading {
        case .stream: isAdaptive = true
        case .named, .unusable: isPlaylist = true
        }
        return reading
    }
}
