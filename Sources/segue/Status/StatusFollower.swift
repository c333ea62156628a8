import Glibc
import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

/// `segue status --follow`: reads the player once, and from then on follows its signals. Between signals it draws by
/// the clock: once a second while a track plays, ten times a second in a crossfade, not at all while nothing moves.
///
/// It outlives the player: when the player ends, it waits for the next one.
final class StatusFollower {
    /// What is written of each change.
    enum Style {
        /// One line for people, which is redrawn on a terminal.
        case line
        /// One object.
        case json
        /// A line, where it is another one than before.
        case template(StatusTemplate)
    }

    private let client: PlayerClient
    private let style: Style
    private let isRedrawn: Bool

    private var slots: [Slot] = []
    private var playerSlots: [Slot] = []
    /// The player that is followed: its bus name, and the connection behind it.
    private var player: (name: String, owner: String)?
    private var unread = 0
    private var properties = PlayerProperties()
    private var clock = PositionClock()
    /// The tracks that were shown last, the newest at the end: the outgoing track of a fade is among them.
    private var tracks: [TrackSummary] = []
    /// The track whose title was asked for last, because it was not shown before a fade left it.
    private var askedFor: String?
    private var redraw: Deadline?
    private var lastWritten: String?

    init(_ style: Style) throws {
        client = try PlayerClient()
        self.style = style
        isRedrawn = if case .line = style { Terminal.standardOutput.isTerminal } else { false }
    }

    /// Returns when a person ends it, or when the session bus goes.
    func run() throws {
        do {
            slots.append(
                try client.bus.subscribe(
                    sender: BusDaemon.name, path: BusDaemon.path, interface: BusDaemon.name,
                    member: BusDaemon.ownerChanged
                ) { [weak self] in self?.ownerChanged($0.arguments) })
            let signals = try SignalSource([SIGINT, SIGTERM, SIGHUP, SIGWINCH]) { [weak self] in self?.received($0) }
            client.loop.add(signals)
            // Again: the player may have come after the first look, before anything was subscribed to.
            try client.refresh()
        } catch {
            throw CommandFailure("The player can't be followed: \(error)")
        }
        var isLost = false
        client.bus.onDisconnect = { [client] in
            isLost = true
            client.loop.stop()
        }
        if let name = client.name { find(name) } else { show() }
        client.loop.run()
        if isRedrawn { Terminal.standardOutput.write("\n") }
        if isLost { throw CommandFailure("The session bus has ended.") }
    }

    private func received(_ signal: Int32) {
        if signal == SIGWINCH { show() } else { client.loop.stop() }
    }

    // MARK: - Finding the player

    private func ownerChanged(_ arguments: [BusValue]) {
        guard arguments.count == 3, let name = arguments[0].asString, let owner = arguments[2].asString else { return }
        if name == player?.name, owner.isEmpty {
            detach()
        } else if player == nil, !owner.isEmpty, isWanted(name) {
            attach(name, owner: owner)
        }
    }

    private func isWanted(_ name: String) -> Bool {
        let chosen = PlayerInstance.chosen
        return name == chosen.busName || chosen.name == nil && BusNames.isInstance(name)
    }

    private func find(_ name: String) {
        client.bus.call(BusDaemon.call("GetNameOwner", .string(name))) { [weak self] reply in
            guard let self, self.player == nil else { return }
            if let owner = (try? reply.get())?.first?.asString { attach(name, owner: owner) } else { show() }
        }
    }

    private func detach() {
        playerSlots = []
        player = nil
        properties = PlayerProperties()
        tracks = []
        askedFor = nil
        unread = 0
        show()
    }

    /// Subscribes to everything that the player announces, and then reads the present state, so that nothing is missed
    /// in between.
    private func attach(_ name: String, owner: String) {
        player = (name, owner)
        do throws(BusError) {
            for path in [BusNames.standardPath, BusNames.ownPath] {
                playerSlots.append(
                    try client.bus.subscribe(
                        sender: owner, path: path, interface: BusDaemon.properties, member: "PropertiesChanged"
                    ) { [weak self] in self?.changed($0.arguments) })
            }
            playerSlots.append(
                try client.bus.subscribe(
                    sender: owner, path: PlayerInterface.player.path, interface: PlayerInterface.player.name,
                    member: "Seeked"
                ) { [weak self] in self?.seeked($0.arguments) })
        } catch {
            Terminal.standardError.writeLine("segue: \(error.message)")
        }
        for interface in PlayerProperties.interfaces { read(interface, of: owner) }
    }

    private func read(_ interface: PlayerInterface, of owner: String) {
        unread += 1
        client.bus.call(interface.getAll(from: owner)) { [weak self] reply in
            guard let self, self.player?.owner == owner else { return }
            unread -= 1
            properties[interface] = (try? reply.get())?.first?.asProperties ?? [:]
            if interface == .player { clock.set(properties.position, at: .now) }
            settle()
        }
    }

    // MARK: - Following it

    private func changed(_ arguments: [BusValue]) {
        guard arguments.count == 3, let interface = arguments[0].asString.flatMap(PlayerInterface.init(name:)),
            let changes = arguments[1].asProperties
        else { return }
        let former = properties.track?.id
        properties.merge(changes, into: interface)
        // A step of a fade's progress: the clock tells what is drawn.
        if interface == .crossfade, changes.keys.allSatisfy({ $0 == "Progress" }) { return }
        if properties.track?.id != former { clock.set(.zero, at: .now) }
        if changes["PlaybackStatus"] != nil || changes["State"] != nil || changes["Metadata"] != nil {
            readPosition()
        } else {
            settle()
        }
    }

    private func seeked(_ arguments: [BusValue]) {
        guard let position = arguments.first?.asTime else { return }
        clock.set(position, at: .now)
        // A line of its own, on an output where lines stay.
        lastWritten = nil
        settle()
    }

    /// Called once for each change that may have moved the position: the clock goes on from there.
    private func readPosition() {
        guard let owner = player?.owner else { return }
        unread += 1
        client.bus.call(PlayerInterface.player.get("Position", from: owner)) { [weak self] reply in
            guard let self, self.player?.owner == owner else { return }
            unread -= 1
            if let position = (try? reply.get())?.first?.unwrapped {
                properties.merge(["Position": position], into: .player)
                clock.set(properties.position, at: .now)
            }
            settle()
        }
    }

    /// Shows the status once everything that was asked for has been answered.
    private func settle() {
        guard unread == 0 else { return }
        if let track = properties.track { remember(track) }
        clock.setMoving(properties.isMoving, at: .now)
        if let fade = properties.fade, track(fade.outgoing) == nil, askedFor != fade.outgoing {
            // Shown when the answer is there, which calls this again.
            readOutgoing(fade.outgoing)
        } else {
            show()
        }
    }

    private func remember(_ track: TrackSummary) {
        tracks.removeAll { $0.id == track.id }
        tracks.append(track)
        if tracks.count > 16 { tracks.removeFirst() }
    }

    private func track(_ id: String) -> TrackSummary? { tracks.last { $0.id == id } }

    /// The title of a track that was left before this command saw it.
    private func readOutgoing(_ id: String) {
        guard let owner = player?.owner else { return }
        askedFor = id
        unread += 1
        let call = BusCall(
            destination: owner, path: PlayerInterface.trackList.path, interface: PlayerInterface.trackList.name,
            member: "GetTracksMetadata", arguments: [.objectPaths([id])])
        client.bus.call(call) { [weak self] reply in
            guard let self, self.player?.owner == owner else { return }
            unread -= 1
            // Before the shown track, because it was there earlier.
            if let reply = try? reply.get() { tracks.insert(contentsOf: TrackSummary.all(in: reply), at: 0) }
            settle()
        }
    }

    // MARK: - Showing it

    private func show() {
        redraw?.cancel()
        redraw = nil
        guard let player else {
            switch style {
            case .line: write("No player is running.")
            case .json: write("null")
            case .template: write("")
            }
            return
        }
        let now = MonotonicTime.now
        let fade = properties.fade
        let report = StatusReport(
            player: player.name, properties: properties,
            position: clock.position(at: now, length: properties.track?.length),
            fadeProgress: fade.map { $0.progress(at: now) }, outgoing: fade.flatMap { track($0.outgoing) },
            incoming: fade.flatMap { track($0.incoming) } ?? properties.track)
        switch style {
        case .json: write(report.json.text)
        case .template(let template):
            write(template.text(report))
            if template.moves { scheduleRedraw(report, at: now) }
        case .line where isRedrawn:
            Terminal.standardOutput.redraw(report.line(width: Terminal.standardOutput.columns - 1))
            scheduleRedraw(report, at: now)
        case .line: writeChange(report)
        }
        // A disk that is full would stay full for whatever follows.
        if Terminal.standardOutput.failure != nil { client.loop.stop() }
    }

    private func scheduleRedraw(_ report: StatusReport, at now: MonotonicTime) {
        guard clock.isMoving else { return }
        let untilNextSecond = 1_000_000_000 - report.position.nanoseconds % 1_000_000_000
        let isFading = properties.fade.map { !$0.isSuspended } ?? false
        let delay = isFading ? 100_000_000 : untilNextSecond
        redraw = client.loop.schedule(at: now.advanced(byNanoseconds: delay)) { [weak self] in self?.show() }
    }

    /// Writes a line when it differs from the one before in more than the time.
    private func writeChange(_ report: StatusReport) {
        let fade = report.properties.fade
        let subject = [
            report.headline, report.properties.track?.displayName ?? "", fade?.outgoing ?? "", fade?.incoming ?? "",
            fade == nil ? "" : report.outgoing?.displayName ?? "",
        ]
        let key = subject.joined(separator: "\n")
        guard key != lastWritten else { return }
        lastWritten = key
        Terminal.standardOutput.writeLine(report.plainLine)
    }

    private func write(_ line: String) {
        if isRedrawn {
            Terminal.standardOutput.redraw(line)
        } else if line != lastWritten {
            lastWritten = line
            Terminal.standardOutput.writeLine(line)
        }
    }
}
