import SegueCore

/// What is known of where a load comes from, and whether more of it comes. A value.
struct SourceState: Sendable {
    enum Connection: Sendable {
        case standing
        /// Nothing more comes over the connection, although there should be more.
        case broken(AudioPlayerError)
        /// All of the media has come.
        case complete
    }

    /// The state of the connection that the load comes over.
    private(set) var connection: Connection
    /// How full the reserve has to be before the load sounds, in percent; 100 for a file.
    var fill: Int
    /// The load comes in pieces that a manifest lists.
    private(set) var isAdaptive = false
    /// The media time from which the pieces of an adaptive stream count; nil until it is known.
    private var origin: MediaTime?
    /// The load has no length, and no position that could be reached.
    private(set) var isLive = false
    /// The load's server says that what it sends is live.
    private(set) var isSentLive = false
    /// The load's server sends titles beside the music.
    private(set) var sendsTitles = false
    /// Whether the load's server gives any part of it.
    private(set) var parts = ServerAnswer.Parts.unknown
    /// When the load was opened, its server was known to refuse parts.
    private var isForewarned = false
    /// The load's server has said how many bytes there are.
    private(set) var hasLength = false
    /// The load's server has answered.
    private(set) var hasAnswer = false
    /// Whether somebody is finding out why the load's server does not answer.
    private(set) var isToBeExplained = false
    /// The part that has been read so far, if the load's address led to a playlist.
    private var playlist: RemotePlaylist?
    /// The load can't be played itself, and nothing of it reaches the decoder.
    private(set) var isPlaylist = false
    private var isSeekable = false
    /// The load is a radio station: it has no end of its own.
    private var isStation = false
    private(set) var stationName: String?

    init(isRemote: Bool) {
        connection = isRemote ? .standing : .complete
        fill = isRemote ? 0 : 100
    }

    /// Takes over what another load by the same route has learnt of the media and its server.
    mutating func learn(from former: SourceState) {
        parts = former.parts
        isSeekable = former.isSeekable
        isForewarned = parts == .refused
    }

    // MARK: - What a load tells when it is ready

    mutating func note(_ track: LoadedTrack) {
        isLive = track.isLive
        isSeekable = track.isSeekable
    }

    /// Positions of the load are known to be reachable, and still are.
    var isKnownSeekable: Bool { isSeekable && parts != .refused }

    /// The position of a piece that says that it begins at `media`. An encoder of an adaptive stream counts from
    /// anywhere, and the first piece stands at position 0, where the stream begins.
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
        if case .broken = connection { return }
        connection = .broken(error)
    }

    /// All that came has been decoded. Returns why this is not the end of the media, if it isn't; from then on an end
    /// is the end. `isCut` says that the media is longer than what came; `uri` is what was asked for, and `address`
    /// where it was found.
    mutating func conclude(isCut: Bool, uri: String, address: String) -> AudioPlayerError? {
        switch connection {
        case .broken(let error): return error
        case .standing where isStation:
            breakOff(.fileLoadFailed(path: uri, reason: "the station closed the connection"))
        // Where a server says how many bytes there are, the source itself notices when some don't come.
        case .standing where isCut && !hasLength && !isAdaptive: breakOff(ErrorSentences.brokenOff(address))
        case .standing, .complete: connection = .complete
        }
        if case .broken(let error) = connection { return error }
        return nil
    }

    /// Notes that somebody is finding out why no server answers.
    mutating func awaitExplanation() {
        isToBeExplained = true
    }

    // MARK: - What the server answers

    mutating func note(_ answer: ServerAnswer, at address: String) {
        parts = answer.parts(parts)
        hasLength = answer.hasLength
        isSentLive = answer.isLive
        sendsTitles = answer.hasTitles
        if answer.isStation {
            isStation = true
            stationName = answer.stationName
        }
        if !hasAnswer { playlist = RemotePlaylist(answer, at: address) }
        hasAnswer = true
    }

    /// The load's server has refused a part. False when the load was opened with this already known.
    mutating func refuseParts() -> Bool {
        parts = .refused
        return !isForewarned
    }

    /// What becomes of a piece that the server sends.
    enum Piece {
        case pass
        /// The piece belongs to a playlist.
        case keep
        /// With this piece, the playlist is too long.
        case refuse
    }

    mutating func take(_ bytes: @autoclosure () -> [UInt8]) -> Piece {
        guard !isPlaylist else { return .keep }
        guard playlist?.append(bytes()) == false else { return playlist == nil ? .pass : .keep }
        playlist = nil
        isPlaylist = true
        return .refuse
    }

    /// All of the load has come. Returns what it is, if it is a playlist.
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
