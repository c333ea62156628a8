import CAdwaita
import SDBus
import SegueClient
import SegueCore
import SegueWindowModel

/// The actions of the window, used by menus, buttons and keys.
final class WindowActions {
    private unowned let window: MainWindow
    private var actions: [String: Action] = [:]
    private var dialog: FileDialog?
    private var dialogs = WindowDialogs()
    /// The sleep timer set in this window: its duration in minutes, 0 for none, and its end, in seconds of
    /// CLOCK_MONOTONIC.
    private var sleep = (minutes: 0, end: 0.0)
    /// The largest difference between two ends of the same timer, in seconds.
    private static let sleepTolerance = 3.0

    init(_ window: MainWindow) {
        self.window = window
        addPlayback()
        addQueue()
        addWindow()
    }

    // MARK: - Creating actions

    private func add(_ name: String, _ body: @escaping (MainWindow) -> Void) {
        let action = Action(name)
        action.onActivate { [weak self] in if let window = self?.window { body(window) } }
        register(name, action)
    }

    private func register(_ name: String, _ action: Action) {
        actions[name] = action
        g_action_map_add_action(window.window.opaque, action.opaque)
    }

    private func addPlayback() {
        add("toggle") { $0.call("Toggle", on: .control) }
        add("next") { $0.call("Next", on: .control) }
        add("previous") { $0.call("Previous", on: .control) }
        add("stop") { $0.call("Stop", on: .control, [.int64(-1)]) }
        add("forward") { $0.seek(by: 10) }
        add("back") { $0.seek(by: -10) }
        add("louder") { $0.setVolume($0.model.properties.volume + 0.05) }
        add("quieter") { $0.setVolume($0.model.properties.volume - 0.05) }
        add("mute") { $0.setMuted(!$0.model.properties.isMuted) }
        add("repeat") { $0.cycleRepeat() }
        let shuffle = Action("shuffle", isOn: false)
        shuffle.onActivate { [weak self] in
            guard let window = self?.window else { return }
            window.cycleShuffle()
        }
        register("shuffle", shuffle)
        add("crossfade") { $0.call("Crossfade", on: .control) }
        let stopAfter = Action("stop-after-track", isOn: false)
        stopAfter.onActivate { [weak self] in
            if let window = self?.window { window.setStopsAfterTrack(!window.model.properties.stopsAfterTrack) }
        }
        register("stop-after-track", stopAfter)
        let rating = Action("rating", text: "-1")
        rating.onText { [weak self] in self?.window.rate(stars: Double($0) ?? -1) }
        register("rating", rating)
        add("show-file") { window in window.model.track?.uri.map { window.showInFiles([$0]) } }
        add("details") { window in window.model.track.map { window.showDetails(of: $0.id) } }
        add("add-to-playlist") { window in window.model.track.map { window.addToPlaylist(.entries([$0.id])) } }
        let love = Action("love", isOn: false)
        love.onActivate { [weak self] in self?.window.love() }
        register("love", love)
        let sleep = Action("sleep", text: "0")
        sleep.onText { [weak self] in self?.window.sleep(minutes: Int($0) ?? 0) }
        register("sleep", sleep)
        let output = Action("output", text: "")
        output.onText { [weak self] in self?.window.selectOutput($0) }
        register("output", output)
        let near = Action("near", isOn: false)
        near.onActivate { [weak self, weak near] in
            guard let strip = self?.window.player.seekBar.strip else { return }
            strip.isClose.toggle()
            near?.setState(strip.isClose)
            self?.window.player.refresh()
        }
        register("near", near)
        add("unpin") { $0.unpin() }
    }

    private func addQueue() {
        add("undo") { $0.undo() }
        add("redo") { $0.redo() }
        add("clear") { $0.clear() }
        add("find") { $0.find() }
        add("open") { [weak self] window in self?.ask(translated("Open Files"), folders: false) { window.play($0) } }
        add("open-folder") { [weak self] window in
            self?.ask(translated("Open a Folder"), folders: true) { window.play($0) }
        }
        add("open-address") { [weak self] in self?.dialogs.askForAddress(over: $0) }
        add("paste") { $0.paste() }
        add("add") { [weak self] window in self?.ask(translated("Add Files"), folders: false) { window.add($0) } }
        add("add-folder") { [weak self] window in
            self?.ask(translated("Add a Folder"), folders: true) { window.add($0) }
        }
    }

    private func addWindow() {
        add("panel") { $0.togglePanel() }
        add("preferences") { [weak self] in self?.dialogs.showPreferences(over: $0) }
        add("save") { [weak self] in self?.dialogs.askForPlaylist(over: $0) }
        add("quit") { $0.quit() }
        add("show-help-overlay") { ShortcutsDialog.show(over: $0.window) }
        add("about") { AboutDialog.show(over: $0.window, version: $0.model.properties.version) }
        add("show-music") { $0.showMusic() }
        add("play-music") { $0.playMusic() }
        add("show-queue") { $0.goToQueue() }
        add("show-lyrics") { $0.showPage("lyrics") }
        add("show-playlists") { $0.showPage("playlists") }
    }

    /// Asks for a new name of a playlist.
    func rename(_ playlist: PlaylistsPage.Playlist) { dialogs.rename(playlist, over: window) }

    /// Asks for the name under which to save a search.
    func askForName(ofSearch query: String) { dialogs.askForName(ofSearch: query, over: window) }

    /// Asks for the target playlist. `names` are the existing playlists.
    func askWhere(
        _ names: [String], suggested: String,
        _ submit: @escaping (_ name: String, _ refuse: @escaping (_ sentence: String) -> Void) -> Void
    ) {
        dialogs.askWhere(names, suggested: suggested, over: window, submit)
    }

    private func ask(_ title: String, folders: Bool, _ body: @escaping ([String]) -> Void) {
        let dialog = FileDialog(title, over: window.window, folders: folders, body)
        self.dialog = dialog
        dialog.show()
    }

    // MARK: - Enabling actions

    func show(_ model: WindowModel) {
        let hasPlayer = model.owner != nil
        let hasTrack = model.track != nil
        for name in ["forward", "back"] { enable(name, model.properties.canSeek) }
        for name in ["toggle", "stop", "love", "rating", "add-to-playlist", "details"] {
            enable(name, hasTrack)
        }
        enable("show-file", model.track?.uri.map(ResourceName.isLocal) == true)
        enable("stop-after-track", hasTrack && model.properties.playbackStatus != "Stopped")
        enable("crossfade", model.properties.isPlaying && model.properties.canGoNext)
        enable("next", hasPlayer && model.properties.canGoNext)
        enable("previous", hasPlayer && model.properties.canGoPrevious)
        for name in ["louder", "quieter", "mute", "sleep", "preferences"] {
            enable(name, hasPlayer)
        }
        for name in ["shuffle", "repeat"] { enable(name, hasPlayer) }
        for name in ["clear", "save"] { enable(name, !model.queue.rows.isEmpty) }
        enable("undo", window.editToUndo != nil)
        enable("redo", window.editToRedo != nil)
        enable("unpin", model.strip?.seam?.tier == "pinned")
        enable("near", model.strip?.seam != nil)
        actions["shuffle"]?.setState(model.properties.isShuffled)
        actions["love"]?.setState(model.track?.isFavourite == true)
        actions["stop-after-track"]?.setState(model.properties.stopsAfterTrack)
        actions["rating"]?.setState(model.track?.stars.map { "\(Int($0.rounded()))" } ?? "-1")
    }

    /// Marks the output in use.
    func setOutput(_ name: String) { actions["output"]?.setState(name) }

    /// Marks the time after which playback ends, in minutes.
    func setSleep(_ minutes: Int) {
        sleep = (minutes, Self.seconds + Double(minutes) * 60)
        actions["sleep"]?.setState("\(minutes)")
    }

    /// Marks the state of the sleep timer: off, the time set in this window or, if another client has set the timer,
    /// none.
    func showSleep(remaining: MediaTime?) {
        guard let remaining else { return setSleep(0) }
        let isOurs = sleep.minutes > 0 && abs(Self.seconds + remaining.seconds - sleep.end) < Self.sleepTolerance
        actions["sleep"]?.setState(isOurs ? "\(sleep.minutes)" : "")
    }

    private static var seconds: Double { Double(g_get_monotonic_time()) / 1_000_000 }

    private func enable(_ name: String, _ isEnabled: Bool) { actions[name]?.isEnabled = isEnabled }
}
