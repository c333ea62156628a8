public import SDBus
public import SegueCore

extension BusError {
    /// Creates the bus error for an error of the player. The sentence is the same; the name comes from a table. An
    /// error named in the D-Bus specification gets that name (mpris.md, M16, P2, P5); all others are
    /// `io.github.segueplayer.Segue.Error.*`.
    public init(_ error: AudioPlayerError) {
        let sentence = error.sentence
        self.init(Self.name(of: sentence.code) ?? .failed, sentence.description)
    }

    /// The message as a code and values; nil if the error is not one of the player's. The values are parsed from the
    /// message, because GLib's clients lose the message of an error with further arguments.
    public var sentence: Sentence? {
        for code in Sentence.Code.allCases where Self.name(of: code) == kind {
            if let values = code.phrase.values(in: message) { return Sentence(code: code.rawValue, values: values) }
        }
        return nil
    }

    /// Returns the name of an error; nil for sentences that are not errors.
    private static func name(of code: Sentence.Code) -> Name? {
        switch code {
        case .invalidConfiguration: .invalidArguments
        case .fileNotFound: .fileNotFound
        case .unsupportedFormat: .notSupported
        case .invalidState: .own("InvalidState")
        case .fileLoadFailed, .playlistIncomplete: .own("FileLoadFailed")
        case .loadTimeout: .own("LoadTimeout")
        case .nothingPlayable: .own("NoValidTracksInPlaylist")
        case .skipFailed: .own("SkipFailed")
        case .engineError: .own("EngineError")
        case .outputError: .own("OutputError")
        case .busError: .own("BusError")
        case .queueFull: .own("QueueFull")
        case .cancelled: .own("Cancelled")
        case .transitionNotSet: .own("TransitionNotSet")
        case .setByHand, .setByHandWithoutEnd, .album, .plainFades, .noFades, .unknownEnd, .shortTrack, .silentTrack,
            .calmTracks, .fadingEnding, .coldEnding, .coldEndingOverQuiet, .dyingEnding, .sameTempoOnBeat,
            .sameTempoOnPulse, .tempiOnBeat, .tempiOnPulse, .differentRhythms, .differentRhythmsApart,
            .outgoingOverNetwork, .incomingOverNetwork, .outgoingFailed, .incomingFailed, .outgoingUnknown,
            .incomingUnknown, .outgoingByEnds, .incomingByEnds, .bothByEnds, .outgoingByTags, .incomingByTags,
            .bothByTags, .chosenForTempo, .chosenForRelatedTempo, .chosenForLevel, .chosenForTempoAndLevel,
            .chosenForRelatedTempoAndLevel:
            nil
        }
    }
}

extension BusError {
    /// Creates the bus error for a playlist that was not saved, changed or read.
    public init(_ error: PlaylistSaveError) {
        let name: Name =
            switch error {
            case .exists: .fileExists
            case .unknown, .foreign: .fileNotFound
            case .notRead: .own("FileLoadFailed")
            case .otherFormat: .notSupported
            case .noSuchTrack: .invalidArguments
            case .tooLong: .limitsExceeded
            case .notWritten: .own("PlaylistNotSaved")
            }
        self.init(name, error.description)
    }
}

extension BusError.Name {
    /// The error of a Control1 call that found nothing to change.
    static let nothingToDo = own("NothingToDo")

    /// The audio of a track is not analysed, or not yet.
    static let notAnalysed = own("NotAnalysed")

    /// A setting is in force, but was not saved and ends with the player.
    public static let notSaved = own("NotSaved")

    /// Returns the name of an error that Segue defines.
    package static func own(_ name: String) -> Self {
        Self(rawValue: "\(BusNames.applicationID).Error.\(name)")
    }
}
