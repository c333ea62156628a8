import SegueCore
import SegueMPRIS

/// A command whose files have to be found first. Belongs to the loop's thread.
struct FileRequest {
    /// The request in words, for log lines and errors.
    var name: String
    /// The paths or URIs, in the form that `MediaOpener.find` takes.
    var locations: [String]
    /// Metadata of the streams among the locations, by location.
    var details: [String: TrackMetadata] = [:]
    /// True if the first track found is to be played.
    var plays: Bool
    /// True if the servers of streams are queried before the search begins.
    var asksServers = false
    /// False if the request ends when its tracks are in the queue; true if it ends with the outcome of its command.
    var isAwaited = true
    /// Called when the search is over. Returns false if the caller is gone.
    var isWanted: () -> Bool = { true }
    /// The function that makes the command for the files that were found.
    var command: (MediaOpener.Finding) throws(AudioPlayerError) -> Command

    /// The end of a request. Each request has exactly one end.
    enum Ending: Sendable {
        /// The command was accepted. The outcome is nil if the request does not wait for it.
        case taken(OpenedTracks, CommandOutcome?)
        /// A stop command has cancelled the request before its command was given.
        case calledOff
        /// The search found nothing, or the command was refused.
        case failed(AudioPlayerError)
    }
}

extension FileRequest {
    /// Creates the request of a client on the bus.
    init(_ request: OpenRequest) {
        let first = request.locations.first ?? ""
        // A request may have 100,000 locations.
        let rest = request.locations.count > 1 ? " and \(request.locations.count - 1) more" : ""
        self.init(
            name: "\(request.play ? "open" : "add") \(first)\(rest)", locations: request.locations,
            details: request.details, plays: request.play, asksServers: request.isAwaited, isAwaited: request.isAwaited
        ) { finding in
            switch request.destination {
            case .insert(let place): .edit(.insert(finding.entries, at: place, play: request.play))
            case .replace: .edit(.replace(finding.entries, play: request.play, playlist: request.playlist))
            }
        }
    }
}
