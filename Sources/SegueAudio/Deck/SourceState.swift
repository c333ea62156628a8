import SegueCore

/// The known state of a load's source and connection. A value.
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
    /// True if the loop has decided about the end of the stream.
    private(set) var isConcluded = false
    /// The fill of the reserve, in percent of the fill at which the load may sound; 100 for a file.
    var fill: Int
    /// True if the load comes in pieces that a manifest lists.
    private(set) var isAdaptive = false
    /// The media time that is position 0 of an adaptive stream; nil until it is known.
    private var origin: MediaTime?
    /// True if the load has no length, and no position that could be reached.
    private(set) var isLive = false
    /// True if the load's server says that it sends live media.
    private(set) var isSentLive = false
    /// True if the load's server sends titles beside the music.
    private(set) var sendsTitles = false
    /// The server's readiness to send any part of the load.
    private(set) var parts = ServerAnswer.Parts.unknown
    /// True if the server was known to refuse parts when the load was opened.
    private var isForewarned = false
    /// True if the load is an Ogg stream.
    var isOgg = false
    /// True if the load's server has stated the number of bytes.
    private(set) var hasLength = false
    /// True if the load's server has answered.
    private(set) var hasAnswer = false
    /// True if the reason why the load's server does not answer is being determined.
    private(set) var isToBeExplained = false
    /// The part of the playlist that has been read, if the load's address led to one.
    private var playlist: RemotePlaylist?
    /// True if the load is a playlist: it can't be played itself, and nothing of it reaches the decoder.
    private(set) var isPlaylist = false
    /// The most bytes that may come before any audio. A file whose index is at its end, from a server without parts,
    /// has all its audio before the index.
    static let longestStart: UInt64 = 128 << 20
    /// The number of bytes that have come before any audio.
    private var start: UInt64 = 0
    private var isSeekable = false
    /// True if the load is a radio station, which has no end.
    private var isStation = false
    private(set) var stationName: String?

    init(isRemote: Bool) {
        connection = isRemote ? .standing : .complete
        fill = isRemote ? 0 : 100
    }

    /// Copies the facts about the media and its server from another load by the same route.
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

    /// True if positions of the load are known to be reachable, and still are.
    var isKnownSeekable: Bool { isSeekable && parts != .refused }

    /// Returns the position of a piece that states `media` as its beginning. Encoders of adaptive streams count from an
    /// arbitrary time. The first piece is at position 0, where the stream begins.
    mutating func place(_ media: MediaTime) -> MediaTime {
        let origin = origin ?? (isAdaptive ? media : .zero)
        self.origin = origin
        return media - origin
    }

    // MARK: - The connection

    var isComplete: Bool {
        if case .complete = connection { true } else { false }
    }

    /// The error that broke the connection; nil if the connection has not broken.
    var error: AudioPlayerError? {
        if case .broken(let error) = connection { error } else { nil }
    }

    /// Marks the connection as broken; samples that have arrived still play. Of several errors, the first one counts.
    mutating func breakOff(_ error: AudioPlayerError) {
        guard self.error == nil else { return }
        connection = .broken(error)
    }

    /// Concludes the stream after everything that came has been decoded. If this is not the end of the media, returns
    /// the error. Otherwise, any later end is the end. The argument `isCut` is true if the media is longer than the
    /// data that came. The requested resource is `uri`, and the address where it was found is `address`.
    mutating func conclude(isCut: Bool, uri: String, address: String) -> AudioPlayerError? {
        isConcluded = true
        switch connection {
        case .broken: break
        case .standing where isStation:
            breakOff(.fileLoadFailed(path: uri, reason: Reason.stationClosed.text()))
        // If a server states the number of bytes, the source itself notices missing ones.
        case .standing where isCut && !hasLength && !isAdaptive: breakOff(ErrorSentences.brokenOff(address))
        case .standing, .complete: connection = .complete
        }
        return error
    }

    /// Notes that the reason why no server answers is being determined.
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

    /// Notes that the load's server has refused a part. Returns false if this was already known when the load was
    /// opened.
    mutating func refuseParts() -> Bool {
        parts = .refused
        return !isForewarned
    }

    /// Counts bytes that come before any audio. Returns false once: with these bytes, there are too many.
    mutating func countStart(_ bytes: UInt64) -> Bool {
        let before = start
        start += bytes
        return before > Self.longestStart || start <= Self.longestStart
    }

    /// The disposition of a piece that the server sends.
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

    /// Concludes the data of the load. Returns the content of the playlist, if the load is one.
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
