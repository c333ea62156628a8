import CAdwaita
import SDBus
import SegueClient
import SegueCore
import SegueWindowModel

/// The actions on playlists.
extension MainWindow {
    func wirePlaylists() {
        side.playlists.onPlay = { [weak self] in self?.play($0) }
        side.playlists.onRename = { [weak self] in self?.actions?.rename($0) }
        side.playlists.onDelete = { [weak self] in self?.delete($0) }
        side.playlists.onDrop = { [weak self] in self?.append($0, to: $1) }
        let page = side.playlists.page
        page.onRequest = { [weak self] path, offset, completion in
            let arguments: [BusValue] = [
                .objectPath(path), .uint32(UInt32(clamping: offset)), .uint32(UInt32(PlaylistTracks.page)),
            ]
            self?.call("Tracks", on: .savedPlaylists, arguments, done: completion)
        }
        page.onDrop = { [weak self] in self?.append($0, to: $1) }
        page.onRemove = { [weak self] place, name in
            let places = BusValue.array(of: "u", [.uint32(UInt32(clamping: place))])
            self?.change(PlaylistEdit("RemoveTracks", name, [places]), translated("Removed from “%s”", name))
        }
        page.onMove = { [weak self] place, new, name in
            let places = [place, new].map { BusValue.uint32(UInt32(clamping: $0)) }
            self?.change(PlaylistEdit("MoveTrack", name, places), translated("Moved"))
        }
        page.list.onOpen = { [weak self, weak page] row, place in
            guard let self, let page, case .track(let uri) = row.target else { return }
            if uri.isEmpty { return toasts.show(translated("%s: there is no such file.", row.title)) }
            carryOut(.play, MusicBrowser.tracks(from: row, at: place, in: page.list.rows()))
        }
        page.list.onVerb = { [weak self, weak page] in
            self?.carryOut($0, MusicBrowser.tracks(from: $1, at: $2, in: page?.list.rows() ?? []))
        }
        page.list.onShowFile = { [weak self] in self?.showInFiles([$0]) }
        page.list.onDetails = { [weak self] in self?.showDetails(ofFile: $0, $1) }
        page.list.onAddToPlaylist = { [weak self] in self?.addToPlaylist($0) }
        page.list.onCovers = { [weak self] in self?.readCovers(of: $0, $1) }
    }

    /// Requests the covers embedded in files.
    func readCovers(of uris: [String], _ completion: @escaping ([String]?) -> Void) {
        connection.call("Covers", on: .library, [.strings(uris)]) { completion((try? $0.get())?.first?.asStrings) }
    }

    /// Requests the covers embedded in the files of entries of the queue; empty for an entry without a file.
    func readCovers(ofEntries ids: [String], _ completion: @escaping ([String]?) -> Void) {
        connection.call("GetTracksMetadata", on: .trackList, [.objectPaths(ids)]) { [weak self] reply in
            guard let self, let tracks = (try? reply.get()).map(TrackSummary.all(in:)) else { return completion(nil) }
            let files = tracks.filter { $0.uri.map(ResourceName.isLocal) == true }
            readCovers(of: files.compactMap(\.uri)) { covers in
                let found = Dictionary(zip(files.map(\.id), covers ?? [])) { first, _ in first }
                completion(ids.map { found[$0] ?? "" })
            }
        }
    }

    // MARK: - The list of playlists

    /// Reads the playlists if they are visible. Called when the page becomes visible, and when the playlists change.
    func readPlaylistsIfSeen() {
        if side.page == "playlists" { readPlaylists() }
    }

    /// Reads the open saved search again: the music, plays and ratings decide what it finds, and their changes come in
    /// quick succession.
    func readSearchIfSeen() {
        guard side.page == "playlists", side.playlists.opened?.kind == .search, searching?.isPending != true else {
            return
        }
        searching = Later(milliseconds: 1000) { [weak self] in self?.readPlaylistsIfSeen() }
    }

    func readPlaylists() {
        listPlaylists { [weak self] in if let playlists = $0 { self?.side.playlists.show(playlists) } }
    }

    /// Reads all playlists. The completion receives nil after a failure, for example if the player has ended.
    private func listPlaylists(_ completion: @escaping ([PlaylistsPage.Playlist]?) -> Void) {
        let arguments: [BusValue] = [.uint32(0), .uint32(1000), .string("Alphabetical"), .boolean(false)]
        connection.call("GetPlaylists", on: .playlists, arguments) { [weak self] reply in
            guard let reply = try? reply.get() else { return completion(nil) }
            self?.connection.read("Changeable", of: .savedPlaylists) {
                completion(PlaylistsPage.Playlist.all(in: reply, changeable: try? $0.get()))
            }
        }
    }

    // MARK: - One playlist

    /// Replaces the queue with the tracks of the playlist.
    private func play(_ playlist: PlaylistsPage.Playlist) {
        call("ActivatePlaylist", on: .playlists, [.objectPath(playlist.path)]) { [weak self] _ in
            self?.edited(translated("“%s” replaces the queue", playlist.title))
        }
    }

    /// Saves the queue. If a playlist of that name exists, calls `exists` to ask whether to replace it. `refuse`
    /// receives the sentence of any other failure, or a toast shows it.
    func save(
        as name: String, replacing: Bool, _ refuse: ((String) -> Void)? = nil, exists: @escaping () -> Void
    ) {
        connection.call("Save", on: .queue, [.string(name), .boolean(replacing)]) { [weak self] reply in
            switch reply {
            case .success: self?.saved(as: name)
            case .failure(let error) where error.kind == .fileExists: exists()
            case .failure(let error): self?.refused(error, refuse)
            }
        }
    }

    /// Saves a search as a playlist that fills itself. Replaces a saved search of this name. `refuse` receives the
    /// sentence of a failure.
    func save(search query: String, as name: String, _ refuse: @escaping (String) -> Void) {
        connection.call("SaveSearch", on: .savedPlaylists, [.string(name), .string(query)]) { [weak self] reply in
            switch reply {
            case .success: self?.saved(as: name)
            case .failure(let error): self?.refused(error, refuse)
            }
        }
    }

    private func saved(as name: String) {
        toasts.show(translated("Saved as “%s”", name))
        readPlaylistsIfSeen()
    }

    /// Renames a playlist. `refuse` receives the sentence of a failure.
    func rename(_ name: String, to new: String, _ refuse: @escaping (String) -> Void) {
        let edit = PlaylistEdit(renaming: name, to: new)
        connection.call(edit.member, on: .savedPlaylists, edit.arguments) { [weak self] reply in
            switch reply {
            case .success: self?.edited(edit, translated("Renamed to “%s”", new))
            case .failure(let error): self?.refused(error, refuse)
            }
        }
    }

    private func delete(_ playlist: PlaylistsPage.Playlist) {
        change(PlaylistEdit("Remove", playlist.name), translated("“%s” deleted", playlist.title)) { [weak self] in
            self?.side.playlists.goBack()
        }
    }

    /// Makes an edit of a playlist. `completion` is called before the toast.
    private func change(_ edit: PlaylistEdit, _ text: String, _ completion: @escaping () -> Void = {}) {
        call(edit.member, on: .savedPlaylists, edit.arguments) { [weak self] _ in
            completion()
            self?.edited(edit, text)
        }
    }

    // MARK: - Adding to a playlist

    /// Asks for a playlist, and appends music to it. For the first saved station, a separate list is suggested.
    func addToPlaylist(_ music: Dragged) {
        listPlaylists { [weak self] playlists in
            guard let self, let playlists else { return }
            let names = playlists.filter { $0.kind == .tracks }.map(\.name)
            let stations = translated("Stations")
            let suggested = music.isEntry(model.track?.id) && model.isLive && !names.contains(stations) ? stations : ""
            actions?.askWhere(names, suggested: suggested) { [weak self] in self?.append(music, to: $0, $1) }
        }
    }

    /// Reads the URIs of entries of the queue, page by page, after the known ones.
    private func readURIs(
        of entries: ArraySlice<String>, _ known: [String], _ completion: @escaping ([String]) -> Void
    ) {
        let page = 100
        call("GetTracksMetadata", on: .trackList, [.objectPaths(Array(entries.prefix(page)))]) { [weak self] reply in
            let all = known + TrackSummary.all(in: reply).compactMap(\.uri)
            let rest = entries.dropFirst(page)
            if rest.isEmpty { completion(all) } else { self?.readURIs(of: rest, all, completion) }
        }
    }

    /// Appends music to the playlist of this name. Creates the playlist if there is none. `refuse` receives the
    /// sentence of a failure, or a toast shows it.
    func append(_ music: Dragged, to name: String, _ refuse: ((String) -> Void)? = nil) {
        switch music {
        case .files(let uris): append(uris, to: name, refuse)
        case .entries(let entries):
            readURIs(of: entries[...], []) { [weak self] in self?.append($0, to: name, refuse) }
        case .found(let query): collect(query, []) { [weak self] in self?.append($0, to: name, refuse) }
        }
    }

    private func append(_ uris: [String], to name: String, _ refuse: ((String) -> Void)?) {
        guard !uris.isEmpty else { return }
        let edit = PlaylistEdit("Append", name, [.strings(uris)])
        connection.call(edit.member, on: .savedPlaylists, edit.arguments) { [weak self] reply in
            let refusals: [String]
            switch reply {
            case .success(let answer): refusals = answer.first?.asStrings ?? []
            case .failure(let error):
                self?.refused(error, refuse)
                return
            }
            let added = translated("Added to “%s”", name)
            let text = refusals.first.map { translated("%s – %s", added, $0) } ?? added
            self?.edited(edit, text)
        }
    }

    /// Collects the URIs of everything that a query finds in the library.
    private func collect(_ query: String, _ known: [String], _ completion: @escaping ([String]) -> Void) {
        let page = 500
        let arguments: [BusValue] = [.string(query), .uint32(UInt32(clamping: known.count)), .uint32(UInt32(page))]
        call("Search", on: .library, arguments) { [weak self] reply in
            let tracks = (reply.first?.asArray ?? []).compactMap(\.asProperties)
            let all = known + tracks.map { $0["xesam:url"]?.asString ?? "" }
            if tracks.count == page { self?.collect(query, all, completion) } else { completion(all) }
        }
    }
}
