import CAdwaita
import SDBus
import SegueClient
import SegueCore
import SegueMPRIS
import SegueWindowModel

/// A person's requests to the player. A refusal is shown, usually in the player's translated words. The loss of the
/// connection is not reported here, because the window itself shows that the player has disconnected.
extension MainWindow {
    func call(
        _ member: String, on interface: PlayerInterface, _ arguments: [BusValue] = [],
        done: (([BusValue]) -> Void)? = nil
    ) {
        connection.call(member, on: interface, arguments) { [weak self] reply in
            switch reply {
            case .success(let values): done?(values)
            case .failure(let error): self?.refused(error)
            }
        }
    }

    private func set(
        _ property: String, on interface: PlayerInterface, to value: BusValue, done: (() -> Void)? = nil
    ) {
        connection.set(property, on: interface, to: value) { [weak self] reply in
            switch reply {
            case .success: done?()
            case .failure(let error): self?.refused(error)
            }
        }
    }

    /// Reports a failure by `tell`, or by a toast.
    func refused(_ error: BusError, _ tell: ((String) -> Void)? = nil) {
        let tell = tell ?? { [toasts] in toasts.show($0) }
        switch error.kind {
        case .unknownMethod, .unknownInterface: tell(translated("This player is too old for that."))
        // The window itself shows that the player has just disconnected.
        case .noReply, .serviceUnknown, .nameHasNoOwner: break
        case .disconnected where model.owner != nil: break
        default: tell(translated(error))
        }
    }

    // MARK: - Playing

    func seek(to position: MediaTime) {
        let length = model.track?.length ?? position
        let wanted = min(max(position, .zero), length)
        call("SeekTo", on: .control, [.int64(wanted.microseconds)])
    }

    /// Seeks to a position on the strip's axis: during a fade, that of the outgoing track.
    func seekOnStrip(to time: Double) {
        guard let strip = model.strip else { return }
        let start = strip.isFading ? strip.seam?.incomingOrigin ?? 0 : 0
        seek(to: MediaTime(seconds: time - start))
    }

    /// Plays from a time on the strip's axis.
    func hear(from time: Double) {
        seekOnStrip(to: time)
        if !model.properties.isPlaying { call("Resume", on: .control) }
    }

    func seek(by seconds: Double) {
        call("SeekBy", on: .control, [.int64(MediaTime(seconds: seconds).microseconds)])
    }

    /// Sets the volume. Unmutes too, because setting a volume means wanting to hear it.
    func setVolume(_ volume: Double) {
        if model.properties.isMuted, volume > 0 { setMuted(false) }
        set("Volume", on: .player, to: .double(min(max(volume, 0), 1)))
    }

    func setMuted(_ isMuted: Bool) { set("Mute", on: .control, to: .boolean(isMuted)) }

    /// Quits the player, and then the window; without a player, only the window.
    func quit() {
        isQuitting = true
        guard model.owner != nil else { return gtk_window_close(window.typed()) }
        // The reply may be lost when the player ends.
        connection.call("Quit", on: .root) { [weak self] _ in
            if let self { gtk_window_close(window.typed()) }
        }
    }

    /// Cycles through the modes: off, on, smooth.
    func cycleShuffle() {
        let properties = model.properties
        guard !properties.isShuffled || properties.isSmooth else {
            return set("SmoothShuffle", on: .queue, to: .boolean(true))
        }
        let isOn = !properties.isShuffled
        if isOn, properties.isSmooth { set("SmoothShuffle", on: .queue, to: .boolean(false)) }
        set("Shuffle", on: .queue, to: .boolean(isOn)) { [weak self] in
            self?.edited(
                isOn ? translated("The queue was shuffled") : translated("The queue has its own order again"))
        }
    }

    func cycleRepeat() {
        let modes = ["off", "queue", "track"]
        let place = modes.firstIndex(of: model.properties.repeatMode) ?? 0
        set("Repeat", on: .queue, to: .string(modes[(place + 1) % modes.count]))
    }

    // MARK: - The transition

    func pin(_ seam: Strip.Seam) {
        pin(
            start: MediaTime(seconds: seam.start).microseconds,
            duration: MediaTime(seconds: seam.duration).microseconds)
    }

    /// Joins the next track to the end of this one.
    func join() { pin(start: -1, duration: 0) }

    /// Pins the transition. Times are in microseconds, as for `Transitions1.Pin`.
    private func pin(start: Int64, duration: Int64) {
        guard let strip = model.strip, let incoming = strip.incoming else { return }
        let arguments: [BusValue] = [
            .objectPath(strip.outgoing), .objectPath(incoming), .int64(start), .int64(duration), .string(""),
        ]
        connection.call("Pin", on: .transitions, arguments) { [weak self] reply in
            guard let self else { return }
            guard case .failure(let error) = reply else { return edited(translated("Transition changed")) }
            player.seekBar.strip.forgetDrag()
            refused(error)
        }
    }

    func unpin() {
        guard let strip = model.strip, let incoming = strip.incoming, strip.seam?.tier == "pinned" else { return }
        call("Unpin", on: .transitions, [.objectPath(strip.outgoing), .objectPath(incoming)]) { [weak self] _ in
            self?.edited(translated("Transition changed"))
        }
    }

    /// Makes the current track a favourite with five stars, or removes its rating.
    func love() {
        guard let track = model.track else { return }
        rate(stars: track.isFavourite ? -1 : 5)
    }

    /// Rates the current track with 0…5 stars. A negative number removes the rating.
    func rate(stars: Double) {
        guard let track = model.track else { return }
        call("SetRating", on: .control, [.objectPath(track.id), .double(stars < 0 ? -1 : stars / 5)])
    }

    func setStopsAfterTrack(_ stops: Bool) { set("StopAfterTrack", on: .control, to: .boolean(stops)) }

    // MARK: - The queue

    func play(_ uris: [String]) {
        guard model.owner != nil else { return playWhenReady(uris) }
        let replaces = model.properties.queueCount > 0
        call("Replace", on: .queue, [.strings(uris), .boolean(true), Self.noDetails]) { [weak self] in
            self?.inserted($0, replacing: replaces)
        }
    }

    /// Appends to the queue. If the queue is empty, plays.
    func add(_ uris: [String]) {
        // Until the queue is known, it is unknown whether it is empty.
        guard model.knowsQueue else { return addWhenReady(uris) }
        if model.properties.queueCount == 0 { return play(uris) }
        append(uris)
    }

    private func append(_ uris: [String]) {
        call("Insert", on: .queue, insertion(uris, "last", TrackPath.none)) { [weak self] in self?.inserted($0) }
    }

    /// Adds the music on the clipboard.
    func paste() {
        Clipboard.read(beside: window) { [weak self] uris in
            guard let self else { return }
            if uris.isEmpty { toasts.show(translated("There is no music on the clipboard.")) } else { add(uris) }
        }
    }

    /// Performs a request for the first of these tracks of the library. If the queue is empty, plays the track; the
    /// others follow if it was to be played.
    func carryOut(_ verb: MusicVerb, _ uris: [String]) {
        guard let uri = uris.first else { return }
        guard verb != .add else { return add([uri]) }
        let isEmpty = model.properties.queueCount == 0
        let play = verb == .play || isEmpty
        // An empty queue would end with the track. A queue that is there goes on after it.
        let rest = verb == .play && isEmpty && model.knowsQueue ? Array(uris.dropFirst()) : []
        call("Insert", on: .queue, insertion([uri], "next", TrackPath.none, play: play)) { [weak self] in
            self?.inserted($0)
            // Together with the track, shuffle would begin with any of them.
            if !rest.isEmpty, $0.first?.asObjectPaths?.isEmpty == false { self?.append(rest) }
        }
    }

    /// Performs a request for everything that a query finds in the library.
    func carryOut(_ verb: MusicVerb, found query: String, _ title: String) {
        switch verb {
        case .play: play(found: query, title)
        case .next: add(found: query, "next")
        case .add: add(found: query, "last")
        }
    }

    /// Replaces the queue with everything that a query finds in the library.
    private func play(found query: String, _ title: String) {
        call("Play", on: .library, [.string(query)]) { [weak self] _ in
            self?.edited(translated("“%s” replaces the queue", title))
        }
    }

    /// Adds everything that a query finds in the library at this place of the queue (`Library1.Add`). If the queue is
    /// empty, plays.
    func add(found query: String, _ place: String, _ after: String = TrackPath.none) {
        let isEmpty = model.properties.queueCount == 0
        let arguments: [BusValue] = [
            .string(query), .string(place), .objectPath(after), .boolean(isEmpty),
        ]
        call("Add", on: .library, arguments) { [weak self] _ in self?.edited(translated("Added to the queue")) }
    }

    /// Reads the albums that were played last.
    func readRecentAlbums() {
        let arguments: [BusValue] = [.string("played:<1y"), .uint32(0), .uint32(UInt32(RecentAlbums.most))]
        connection.call("Albums", on: .library, arguments) { [weak self] reply in
            guard let self else { return }
            states.show(recent: side.music.albums(in: (try? reply.get()) ?? []))
        }
    }

    /// Plays the whole library.
    func playMusic() { call("Play", on: .library, [.string("")]) }

    /// Inserts files after an entry; nil for the beginning.
    func insert(_ uris: [String], after entry: String?) {
        call("Insert", on: .queue, insertion(uris, "after", entry ?? TrackPath.none)) { [weak self] in
            self?.inserted($0)
        }
    }

    /// Inserts everything that a query finds in the library after an entry; nil for the beginning.
    func insert(found query: String, after entry: String?) { add(found: query, "after", entry ?? TrackPath.none) }

    private func insertion(_ uris: [String], _ place: String, _ after: String, play: Bool = false) -> [BusValue] {
        [.strings(uris), .string(place), .objectPath(after), .boolean(play), Self.noDetails]
    }

    /// Empty metadata, because files have their own tags.
    private static let noDetails = BusValue.dictionary(key: "s", value: "a{sv}", [])

    private func inserted(_ answer: [BusValue], replacing: Bool = false) {
        let count = answer.first?.asObjectPaths?.count ?? 0
        // A stop has cancelled the request.
        guard count > 0 else { return }
        let added =
            replacing
            ? counted("%d track replaces the queue", "%d tracks replace the queue", count: count)
            : counted("%d track added", "%d tracks added", count: count)
        let refusals = answer.count > 1 ? answer[1].asStrings ?? [] : []
        let doubts = answer.count > 2 ? answer[2].asStrings ?? [] : []
        switch refusals.count {
        case 0: edited(doubts.first.map { translated("%s – %s", added, $0) } ?? added)
        case 1: edited(translated("%s – %s", added, refusals[0]))
        default: edited(translated("%s – %s", added, counted("%d left out", "%d left out", count: refusals.count)))
        }
    }

    func remove(_ entries: [String]) {
        let title = entries.count == 1 ? model.queue.place(of: entries[0]).map { model.queue.rows[$0].title } : nil
        call("Remove", on: .queue, [.objectPaths(entries)]) { [weak self] _ in
            self?.edited(
                title.map { translated("“%s” removed", $0) }
                    ?? counted("%d track removed", "%d tracks removed", count: entries.count))
        }
    }

    /// Moves entries after another one; nil for the beginning.
    func move(_ entries: [String], after: String?) {
        move(entries, "after", after ?? TrackPath.none, translated("Moved"))
    }

    /// Moves entries after the current one.
    func moveNext(_ entries: [String]) {
        move(entries, "next", TrackPath.none, translated("Plays next"))
    }

    /// Moves entries. Shows a toast unless they have that place already.
    private func move(_ entries: [String], _ place: String, _ after: String, _ text: String) {
        let revision = model.properties.queueRevision
        let arguments: [BusValue] = [.objectPaths(entries), .string(place), .objectPath(after)]
        call("MoveEntries", on: .queue, arguments) { [weak self] _ in
            guard let self else { return }
            side.queue.list.movedByKey = []
            if model.properties.queueRevision != revision { edited(text) }
        }
    }

    /// Shows the file of an entry in its folder.
    func showFile(of entry: String) {
        readTrack(entry) { [weak self] in $0.uri.map { self?.showInFiles([$0]) } }
    }

    /// Reads the track of an entry. Does not call `body` if the entry was removed.
    func readTrack(_ entry: String, _ body: @escaping (TrackSummary) -> Void) {
        call("GetTracksMetadata", on: .trackList, [.objectPaths([entry])]) { reply in
            TrackSummary.all(in: reply).first.map(body)
        }
    }

    /// Shows the details of an entry and its audio.
    func showDetails(of entry: String) {
        readTrack(entry) { [weak self] track in
            self?.call("Details", on: .queue, [.objectPath(entry)]) { [weak self] reply in
                let details = reply.first?.asProperties ?? [:]
                self?.readReserve(of: entry) { [weak self] in
                    guard let self else { return }
                    DetailsDialog.show(over: window, track, details, reserve: $0)
                }
            }
        }
    }

    /// Shows the details of a file and its audio, as far as the library has them. Otherwise the row's title is shown.
    func showDetails(ofFile uri: String, _ title: String) {
        call("Details", on: .library, [.string(uri)]) { [weak self] reply in
            guard let self else { return }
            let row: [String: BusValue] = ["xesam:url": .string(uri), "xesam:title": .string(title)]
            let details = row.merging(reply.first?.asProperties ?? [:]) { $1 }
            DetailsDialog.show(over: window, TrackSummary(outsideQueue: details), details, reserve: nil)
        }
    }

    /// Reads the current reserve of the entry, if it is a stream being played.
    private func readReserve(of entry: String, _ completion: @escaping (MediaTime?) -> Void) {
        guard entry == model.track?.id else { return completion(nil) }
        connection.get("Sound", on: .control) { completion(SoundPath(property: (try? $0.get())?.first).reserve) }
    }

    func showInFiles(_ uris: [String]) {
        let failure = translated("No file manager answers.")
        guard uris.allSatisfy({ $0.hasPrefix("file:") }) else {
            return toasts.show(translated("A stream has no file."))
        }
        connection.showInFiles(uris.map(Excerpt.file)) { [weak self] isShown in
            if !isShown { self?.toasts.show(failure) }
        }
    }

    func clear() {
        call("Clear", on: .queue) { [weak self] _ in self?.edited(translated("The queue was cleared")) }
    }

    /// Plays an entry. A jump alone leaves a paused or stopped player as it is. A pause that precedes the reply takes
    /// precedence.
    func jump(to entry: String) {
        call("Jump", on: .queue, [.objectPath(entry)])
    }

    // MARK: - Settings

    /// Calls `body` with the player's settings, as written in the configuration.
    func readSettings(_ body: @escaping ([String: String]) -> Void) {
        call("GetConfiguration", on: .control) { reply in
            guard case .dictionary(_, _, let entries)? = reply.first else { return }
            var values: [String: String] = [:]
            for entry in entries { if let key = entry.key.asString { values[key] = entry.value.asString } }
            body(values)
        }
    }

    // MARK: - Outputs

    func readOutputs() {
        call("ListOutputs", on: .control) { [weak self] reply in
            self?.readSettings { [weak self] settings in
                guard let self else { return }
                let configured = settings[ConfigurationField.output.rawValue] ?? Output.automatic
                let outputs = Output.choices(in: reply, chosen: configured)
                player.output.show(outputs)
                // Another client or the command line may have chosen it. An automatic output has no such name.
                let used = model.properties.output
                let isChosen = model.properties.outputFallback == nil && outputs.contains { $0.name == used }
                actions?.setOutput(isChosen ? used : Output.automatic)
            }
        }
    }

    func selectOutput(_ name: String) {
        call("SelectOutput", on: .control, [.string(name)]) { [weak self] _ in self?.actions?.setOutput(name) }
    }

    // MARK: - Sleep

    /// Updates the state of the sleep timer, which another client may have set, and which may have expired.
    func readSleep() {
        connection.get("SleepRemaining", on: .control) { [weak self] reply in
            guard let remaining = (try? reply.get())?.first else { return }
            self?.actions?.showSleep(remaining: remaining.asTime)
        }
    }

    func sleep(minutes: Int) {
        call("Sleep", on: .control, [.int64(Int64(minutes) * 60_000_000)]) { [weak self] _ in
            self?.actions?.setSleep(minutes)
            guard minutes > 0 else { return }
            self?.toasts.show(
                counted("Playback ends in %d minute", "Playback ends in %d minutes", count: minutes))
        }
    }
}
