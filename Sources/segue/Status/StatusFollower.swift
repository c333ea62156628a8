import Glibc
import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

/// The implementation of `segue status --follow`: reads the player once, and then follows its signals. Between signals,
/// the clock drives the output: once a second while a track plays, ten times a second in a crossfade, never while
/// nothing moves.
///
/// The follower outlives the player: after one player ends, it waits for the next.
final class StatusFollower {
    /// The form in which changes are written.
    enum Style {
        /// One line for people, redrawn on a terminal.
        case line
        /// One JSON object per change.
        case json
        /// One line, written only if it differs from the previous one.
        case template(LineTemplate<StatusField>)
    }

    private let client: PlayerClient
    private let style: Style
    private let isRedrawn: Bool

    private var slots: [Slot] = []
    /// The bus name of the followed player, and its follower.
    private var player: (name: String, follower: PlayerFollower)?
    private var mirror = PlayerMirror()
    private var redraw: Deadline?
    private var lastWritten: String?

    init(_ style: Style) throws {
        client = try PlayerClient()
        self.style = style
        isRedrawn = if case .line = style { Terminal.standardOutput.isTerminal } else { false }
    }

    /// Follows the player until a person ends the command, or until the session bus disconnects.
    func run() throws {
        do {
            slots.append(
                try client.bus.subscribe(
                    sender: BusDaemon.name, path: BusDaemon.path, interface: BusDaemon.name,
                    member: BusDaemon.ownerChanged
                ) { [weak self] in self?.ownerChanged($0.arguments) })
            let signals = try SignalSource([SIGINT, SIGTERM, SIGHUP, SIGWINCH]) { [weak self] in self?.received($0) }
            client.loop.add(signals)
            // Looks again, because the player may have appeared before the subscription.
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
        if isLost { throw CommandFailure("The session bus has disconnected.") }
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
        player = nil
        mirror = PlayerMirror()
        show()
    }

    private func attach(_ name: String, owner: String) {
        let follower: PlayerFollower
        do throws(BusError) {
            follower = try PlayerFollower(owner, on: client.bus)
        } catch {
            return Terminal.standardError.writeLine("segue: \(error.message)")
        }
        player = (name, follower)
        follower.onInput = { [weak self] in self?.receive($0) }
        for request in mirror.start(following: PlayerProperties.interfaces) { follower.carryOut(request) }
    }

    // MARK: - Following the player

    private func receive(_ input: PlayerMirror.Input) {
        guard let follower = player?.follower else { return }
        for request in mirror.receive(input, at: .now) { follower.carryOut(request) }
        switch input {
        // A step of a fade's progress is ignored, because the clock determines the drawn progress.
        case .changed(.crossfade, let values) where values.keys.allSatisfy({ $0 == "Progress" }): return
        // Starts a separate line on an output that cannot be redrawn.
        case .seeked: lastWritten = nil
        case .properties, .changed, .position, .tracks: break
        }
        // Only after all requests have been answered.
        if follower.isSettled { show() }
    }

    // MARK: - Output

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
        let fade = mirror.properties.fade
        let report = StatusReport(
            player: player.name, properties: mirror.properties, position: mirror.position(at: now),
            fadeProgress: fade.map { $0.progress(at: now) }, outgoing: mirror.outgoing,
            incoming: fade.flatMap { mirror.track($0.incoming) } ?? mirror.track)
        switch style {
        case .json: write(report.json.text)
        case .template(let template):
            write(template.text(report))
            if template.fields.contains(where: \.moves) { scheduleRedraw(report, at: now) }
        case .line where isRedrawn:
            Terminal.standardOutput.redraw(report.line(width: Terminal.standardOutput.columns - 1))
            scheduleRedraw(report, at: now)
        case .line: writeChange(report)
        }
        // A full disk fails all later output too.
        if Terminal.standardOutput.failure != nil { client.loop.stop() }
    }

    private func scheduleRedraw(_ report: StatusReport, at now: MonotonicTime) {
        guard mirror.clock.isMoving else { return }
        let untilNextSecond = 1_000_000_000 - report.position.nanoseconds % 1_000_000_000
        let isFading = mirror.properties.fade.map { !$0.isSuspended } ?? false
        let delay = isFading ? 100_000_000 : untilNextSecond
        redraw = client.loop.schedule(at: now.advanced(byNanoseconds: delay)) { [weak self] in self?.show() }
    }

    /// Writes a line if it differs from the previous one in more than the time.
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
