import SDBus
import SegueAudio
import SegueCore
import SegueFiles
import SegueMPRIS

/// The bus's view of the player.
extension PlayerHost {
    /// Opens the files and streams of a request. If a stop comes before the files have been found, the result is
    /// success without tracks.
    func open(
        _ request: OpenRequest, _ completion: @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void
    ) {
        // Only the player's saved searches: a client can name no other file with the text of a query.
        if let music, request.playlist != nil, let search = request.locations.first.flatMap(SavedSearch.path) {
            return music.tracks(ofSavedSearch: search, in: 0..<LibrarySearch.limit) { [self] result in
                var request = request
                switch result {
                case .success(let tracks) where tracks.isEmpty:
                    completion(.failure(.noValidTracksInPlaylist(reason: "\(search): nothing was found.")))
                case .success(let tracks):
                    request.locations = tracks.map(\.uri)
                    open(request, completion)
                case .failure(let failure):
                    completion(.failure(.fileLoadFailed(path: search.description, reason: "\(failure)")))
                }
            }
        }
        door.take(FileRequest(request)) { ending in
            switch ending {
            case .taken(_, .failed(let error)), .failed(let error): completion(.failure(error))
            // A command that a later command has replaced does not count as refused.
            case .taken(let opened, _): completion(.success(opened))
            case .calledOff: completion(.success(OpenedTracks(entries: [])))
            }
        }
    }

    /// Reports the envelope of a file whose facts are known, from this run or an earlier one; nil for any other file,
    /// which is then analysed.
    func envelope(of uri: String, bins: Int, _ completion: @escaping (Envelope?) -> Void) {
        measurement(of: uri) { [self] sound in
            completion(sound?.envelope(bins: bins))
            if sound == nil, analyst != nil { shell.receive(.soundRequested(uri)) }
        }
    }

    /// Reports the measurement of a file, from this run or an earlier one; nil if there is none.
    func measurement(of uri: String, _ completion: @escaping (TrackFacts.Measurement?) -> Void) {
        if let facts = shell.player.facts(of: uri) { return completion(facts.measurement) }
        guard let analyst else { return completion(nil) }
        analyst.remembered(uri, completion)
    }

    /// Merges plays and ratings of another player. Entries show them once they are restored or added again.
    func mergePlays(_ tracks: [PlaysOfTrack], _ completion: @escaping () -> Void) {
        guard let store else { return completion() }
        let statistics = tracks.map { ($0.uri, TrackStatistics($0)) }
        let completion = loop.delivering { [moved] (_: Void) in
            moved?.locate()
            completion()
        }
        store.merge(Dictionary(statistics) { $0.merged(with: $1) }) { completion(()) }
    }

    func listOutputs(_ completion: @escaping ([OutputDescription]) -> Void) {
        opener.listOutputs { [self] in completion(describe($0)) }
    }

    /// Returns every device and the output in use. If the output in use is not one of the devices, it gets a separate
    /// row.
    private func describe(_ devices: [OutputDevice]) -> [OutputDescription] {
        let current = shell.currentDevice(among: devices)
        let rows = devices.map {
            OutputDescription(name: $0.name, description: $0.title, isCurrent: $0 == current)
        }
        let output = shell.snapshot.output
        guard output.isAvailable, current == nil else { return rows }
        let description = output.fallback ?? Self.title(of: OutputSelection(output.name))
        return [OutputDescription(name: output.name, description: description, isCurrent: true)] + rows
    }

    /// Returns the title of an output that is not a device of the list.
    private static func title(of output: OutputSelection) -> String {
        switch output {
        case .null: "Silence, in real time"
        case .file: "A recording of the output"
        case .description: "A GStreamer sink"
        case .automatic, .device: output.text
        }
    }
}
