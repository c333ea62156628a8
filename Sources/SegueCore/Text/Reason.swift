/// Clauses that say why something failed: the last value of an error's sentence (clients.md, Sentences). The window
/// translates those that it finds there; others, such as messages of the system, stay in English.
public enum Reason: KnownPhrases {
    // Files and streams.
    case noAudio
    case holdsNoAudio
    case noAudioAtStart
    case rateOutOfRange
    case unnamedSpeakers
    case folder
    case notOpened
    case notRead
    case unknownType
    case damaged
    case noDecoder
    case needsPackage
    case needsPackages
    case needsSoundfont
    case noDecoderForCAF
    case crashedPlayer
    case stalled

    // Servers.
    case connectionLost
    case stationClosed
    case accessRefused
    case serverError
    case redirected
    case unreachable
    case unknownName
    case noAnswer
    case slowAnswer
    case silentServer
    case notSecure
    case untrusted
    case otherServer
    case outdated
    case notValid
    case longPlaylist
    case noAddress
    case endlessPlaylists
    case foreignAddress

    // Outputs.
    case outputFailed
    case disconnected
    case unplugged
    case deviceUnusable
    case noDevice
    case noServer
    case serverWithoutDevice
    case noServerAnswers
    case silentSoundServer
    case soundServerGone
    case unknownDevice
    case silentDevice
    case deviceStuck
    case resumesLater
    case mixingRestarted

    // Transitions that are set.
    case durationOutOfRange
    case startOutOfRange
    case tooManyWaiting
    case notInQueue
    case overNetwork
    case unreadable

    public var phrase: Phrase {
        switch self {
        case .noAudio: Phrase("there is no audio in it")
        case .holdsNoAudio: Phrase("it contains no audio")
        case .noAudioAtStart: Phrase("there is no audio in its first %s MiB")
        case .rateOutOfRange: Phrase("its sample rate is out of range")
        case .unnamedSpeakers: Phrase("it has %s channels, but does not name their speakers")
        case .folder: Phrase("it is a folder")
        case .notOpened: Phrase("it can't be opened for reading")
        case .notRead: Phrase("reading failed")
        case .unknownType: Phrase("its content is of an unknown type")
        case .damaged: Phrase("its content is damaged")
        case .noDecoder: Phrase("no decoder for it is installed")
        case .needsPackage: Phrase("%s needs the package %s")
        case .needsPackages: Phrase("%s needs the packages %s and %s")
        case .needsSoundfont: Phrase("%s needs a soundfont, which the package %s has")
        case .noDecoderForCAF: Phrase("GStreamer has no decoder for CAF; FFmpeg converts it, for instance to FLAC")
        case .crashedPlayer: Phrase("the previous player crashed while opening it; play it by name to try again")
        case .stalled: Phrase("nothing more could be read from it for %s s")
        case .connectionLost: Phrase("the connection was lost")
        case .stationClosed: Phrase("the station closed the connection")
        case .accessRefused: Phrase("the server refuses access (HTTP status %s)")
        case .serverError: Phrase("the server has an error (HTTP status %s)")
        case .redirected: Phrase("the server redirects in a loop, or to an address other than http or https")
        case .unreachable: Phrase("the server can't be reached")
        case .unknownName: Phrase("the server can't be reached: its name is not known")
        case .noAnswer: Phrase("the server sends no answer, or none that is HTTP")
        case .slowAnswer: Phrase("the server has not answered within %s s")
        case .silentServer: Phrase("the server does not answer")
        case .notSecure: Phrase("the server does not speak https there")
        case .untrusted: Phrase("the server's certificate is not signed by an authority that this computer trusts")
        case .otherServer: Phrase("the server's certificate belongs to another server")
        case .outdated: Phrase("the server's certificate is not valid at this time")
        case .notValid: Phrase("the server's certificate is not valid")
        case .longPlaylist: Phrase("the playlist there is longer than %s KiB")
        case .noAddress: Phrase("the playlist there names no http or https address")
        case .endlessPlaylists: Phrase("the playlists there refer to one another without end")
        case .foreignAddress: Phrase("it names %s, and a server may only name http and https addresses")
        case .outputFailed: Phrase("it failed")
        case .disconnected: Phrase("the device or its sound server disconnected")
        case .unplugged: Phrase("it was unplugged")
        case .deviceUnusable: Phrase("the device can't be used")
        case .noDevice: Phrase("no device answers")
        case .noServer: Phrase("no sound server or device answers")
        case .serverWithoutDevice: Phrase("the sound server has no device")
        case .noServerAnswers: Phrase("no sound server answers")
        case .silentSoundServer: Phrase("the sound server does not answer")
        case .soundServerGone: Phrase("the sound server disconnected")
        case .unknownDevice: Phrase("there is no device of this name; segue output list shows them")
        case .silentDevice: Phrase("the device or its server does not answer")
        case .deviceStuck: Phrase("it does not play the audio sent to it")
        case .resumesLater: Phrase("%s; playback resumes when it is back")
        case .mixingRestarted: Phrase("nothing was mixed for a second or longer; mixing has been restarted")
        case .durationOutOfRange: Phrase("it takes 0 to 30 s, not %s s")
        case .startOutOfRange: Phrase("a track begins at 0 s, not at %s s")
        case .tooManyWaiting: Phrase("too many others are waiting to be set")
        case .notInQueue: Phrase("one of the tracks is not in the queue")
        case .overNetwork: Phrase("%s comes over the network")
        case .unreadable: Phrase("%s can't be read")
        }
    }
}

extension Sentence.Code {
    /// True if the last value is a reason, or the sentence of an error with a reason.
    public var endsWithReason: Bool {
        switch self {
        case .fileLoadFailed, .playlistIncomplete, .unsupportedFormat, .nothingPlayable, .skipFailed, .engineError,
            .outputError, .transitionNotSet, .outgoingFailed, .incomingFailed:
            true
        default: false
        }
    }
}

extension Sentence {
    /// Creates the sentence of an error of a track or an output from its text in English. Nil for any other text.
    public init?(error text: String) {
        for code in [Code.outputError, .fileNotFound, .loadTimeout, .fileLoadFailed, .unsupportedFormat] {
            guard let values = code.phrase.values(in: text) else { continue }
            self.init(code: code.rawValue, values: values)
            return
        }
        return nil
    }
}
