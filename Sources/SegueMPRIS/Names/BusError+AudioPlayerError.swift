public import SDBus
public import SegueCore

extension BusError {
    /// The player's error as it goes out on the bus: the sentence is the same, and the name comes from this table. An
    /// error that the D-Bus specification has a name for gets that name (mpris.md, M16, P2, P5); the others are
    /// `io.github.segueplayer.Segue.Error.*`. Behind the sentence are its code and values (clients.md, Sentences).
    public init(_ error: AudioPlayerError) {
        let name: Name =
            switch error {
            case .invalidConfiguration: .invalidArguments
            case .fileNotFound: .fileNotFound
            case .unsupportedFormat: .notSupported
            case .invalidState: .own("InvalidState")
            case .fileLoadFailed: .own("FileLoadFailed")
            case .loadTimeout: .own("LoadTimeout")
            case .noValidTracksInPlaylist: .own("NoValidTracksInPlaylist")
            case .skipFailed: .own("SkipFailed")
            case .engineError: .own("EngineError")
            case .outputError: .own("OutputError")
            case .busError: .own("BusError")
            case .queueFull: .own("QueueFull")
            case .cancelled: .own("Cancelled")
            case .transitionNotSet: .own("TransitionNotSet")
            }
        self.init(name, error.description)
        details = SentenceValue.arguments(error.sentence)
    }
}

extension BusError {
    /// The same for a playlist that was not saved, changed or read.
    public init(_ error: PlaylistSaveError) {
        let name: Name =
            switch error {
            case .exists: .fileExists
            case .unknown, .foreign: .fileNotFound
            case .notRead: .own("FileLoadFailed")
            case .otherFormat: .notSupported
            case .tooLong: .limitsExceeded
            case .notWritten: .own("PlaylistNotSaved")
            }
        self.init(name, error.description)
    }
}

extension BusError.Name {
    /// A call on Control1 found nothing that it could have changed.
    static let nothingToDo = own("NothingToDo")

    /// The sound of a track is not known, or not yet.
    static let notAnalysed = own("NotAnalysed")

    /// A setting is in force, but will not outlive the player.
    public static let notSaved = own("NotSaved")

    /// An error of Segue's own.
    package static func own(_ name: String) -> Self {
        Self(rawValue: "\(BusNames.applicationID).Error.\(name)")
    }
}
