import SDBus
import SegueAudio
import SegueCore
import SegueFiles
import SegueMPRIS

/// The bus's view of a player, and its access to the player's commands. Belongs to the loop's thread.
final class ServiceAccess: PlayerAccess {
    private let host: PlayerHost
    private let shell: PlayerShell
    private let door: CommandDoor
    private let opener: MediaOpener
    private let clock: any PlayerClock
    private let library: PlaylistLibrary?
    private let music: MusicLibrary?
    let version: String

    init(_ host: PlayerHost) {
        self.host = host
        shell = host.shell
        door = host.door
        opener = host.opener
        clock = host.clock
        library = host.library
        music = host.music
        version = host.options.version
    }

    var snapshot: Snapshot { shell.snapshot }
    var live: LivePosition { shell.live }
    var now: MediaTime { clock.time }
    var sound: SoundPath { shell.soundPath }
    var supportedMimeTypes: [String] { SupportedTypes.mimeTypes }

    var statistics: [(name: String, value: Figure)] { shell.journal.figures }
    var slowCommands: [SlowCommand] { shell.journal.slowest.map { SlowCommand($0) } }
    func resetStatistics() { shell.resetJournal() }

    func perform(_ command: Command) -> Reply { door.take(command).reply }

    func perform(_ command: Command, completion: @escaping (CommandOutcome) -> Void) {
        door.take(command, completion: completion)
    }

    func configure(_ settings: Configuration, completion: @escaping (CommandOutcome, String?) -> Void) {
        host.settings.configure(settings, completion)
    }

    func open(_ request: OpenRequest, completion: @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void) {
        host.open(request, completion)
    }

    var keepsPlaylists: Bool { library != nil }

    func savePlaylist(
        _ name: String, replacing: Bool, completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        library?.save(shell.player.queue.reader, as: name, replacing: replacing, completion)
    }

    func playlistTracks(
        _ playlist: PlaylistDescription, in range: Range<Int>,
        completion: @escaping (Result<[PlaylistTrack], PlaylistSaveError>) -> Void
    ) {
        guard let music else {
            library?.tracks(of: playlist, in: range, completion)
            return
        }
        guard let search = SavedSearch.path(of: playlist.uri) else {
            library?.tracks(of: playlist, in: range) { result in
                guard case .success(let tracks) = result else { return completion(result) }
                music.complete(tracks) { completion(.success($0)) }
            }
            return
        }
        music.tracks(ofSavedSearch: search, in: range) { result in
            completion(
                result.map { $0.map(PlaylistTrack.init) }
                    .mapError { .notRead(path: search.description, reason: "\($0)") })
        }
    }

    func changePlaylist(
        _ name: String, _ change: PlaylistChange, completion: @escaping (Result<[AudioPlayerError], BusError>) -> Void
    ) {
        guard let library else { return }
        func answer(_ result: Result<String, PlaylistSaveError>, _ leftOut: [AudioPlayerError] = []) {
            completion(result.map { _ in leftOut }.mapError { BusError($0) })
        }
        switch change {
        case .append(let locations):
            opener.findLiving(locations, toPlay: false, progress: { _ in }) { result in
                switch result {
                case .success(let finding):
                    library.append(finding.entries.map(self.named), to: name) { answer($0, finding.problems) }
                case .failure(let error): completion(.failure(BusError(error)))
                }
            }
        case .removeTracks(let places): library.removeTracks(places, of: name) { answer($0) }
        case .moveTrack(let place, let new): library.moveTrack(from: place, to: new, of: name) { answer($0) }
        case .search(let query): library.save(search: query, as: name) { answer($0) }
        case .rename(let new): library.rename(name, to: new) { answer($0) }
        case .remove: library.remove(name) { answer($0) }
        case .restore: library.restore(name) { answer($0) }
        }
    }

    /// Returns the entry with the name of its station, if that station is playing, because the URI does not contain the
    /// name.
    private func named(_ entry: NewEntry) -> NewEntry {
        guard let track = snapshot.track, track.uri == entry.uri, !track.isLocal, track.metadata.duration == nil else {
            return entry
        }
        var named = entry
        named.metadata.title = entry.metadata.title ?? track.metadata.album
        return named
    }

    var keepsLibrary: Bool { music != nil }
    var libraryState: LibraryState { music?.state ?? LibraryState() }

    func answer(
        _ request: LibraryRequest, completion: @escaping (Result<LibraryRows, BusError>) -> Void
    ) {
        music?.answer(request) { completion($0.mapError { BusError($0) }) }
    }

    func covers(of uris: [String], completion: @escaping (Result<[String], BusError>) -> Void) {
        music?.covers(of: uris) { completion($0.mapError { BusError($0) }) }
    }

    func mergePlays(_ tracks: [PlaysOfTrack], completion: @escaping () -> Void) { host.mergePlays(tracks, completion) }

    func locations(_ query: LibraryQuery, completion: @escaping (Result<[String], BusError>) -> Void) {
        music?.uris(query) { result in
            completion(
                result.mapError { BusError($0) }.flatMap { uris in
                    if let uris, !uris.isEmpty { return .success(uris) }
                    // On the first day, music can be played before the index has been built.
                    let folders = query.terms.isEmpty ? self.musicFolders : []
                    guard folders.isEmpty else { return .success(folders) }
                    let sentence =
                        uris == nil
                        ? "The music folders have not been read yet." : "Nothing was found in the music folders."
                    return .failure(BusError(.fileNotFound, sentence))
                })
        }
    }

    var musicFolders: [String] { host.musicFolders.map { FileURI.uri($0) } }

    func entries(in range: Range<Int>) -> [QueueEntry] { shell.player.queue.entries(in: range) }
    func entry(_ id: EntryID) -> QueueEntry? { shell.player.queue[id] }

    func envelope(of entry: QueueEntry, bins: Int, completion: @escaping (Envelope?) -> Void) {
        host.envelope(of: entry.uri, bins: bins, completion)
    }

    func measurement(of uri: String, completion: @escaping (TrackFacts.Measurement?) -> Void) {
        host.measurement(of: uri, completion)
    }

    func listOutputs(completion: @escaping ([OutputDescription]) -> Void) {
        host.listOutputs(completion)
    }

    func transitions(last count: Int) -> [String] {
        shell.player.transitions.steps.suffix(count).map { "\($0.date.preciseText) \($0.text)" }
    }

    func quit() { host.quit() }
}

extension SlowCommand {
    fileprivate init(_ record: CommandRecord) {
        self.init(
            name: record.name, date: record.date, stages: CommandRecord.Stage.allCases.map { record.time(to: $0) },
            duration: record.duration ?? .zero, reason: record.reason)
    }
}

extension BusError {
    fileprivate init(_ failure: LibraryFailure) { self.init(.own("LibraryNotRead"), failure.description) }
}
