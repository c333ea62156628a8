import SegueClient
import SegueKit
import SegueMPRIS

/// A snapshot of everything that `segue status` shows.
struct StatusReport {
    /// The bus name of the player that replied.
    var player: String
    var properties: PlayerProperties
    var position: MediaTime
    /// The progress of the fade, 0…1; nil without a fade.
    var fadeProgress: Double?
    /// The two tracks of the fade.
    var outgoing: TrackSummary?
    var incoming: TrackSummary?

    // MARK: - For people

    /// The player's activity, without numbers that change by themselves.
    var headline: String {
        switch properties.stateKind {
        case .crossfading: "Crossfading"
        case .failed: properties.error.map { "Error: \(printable($0))" } ?? printable(properties.statusText)
        // A failure may have stopped the music.
        case .paused, .crossfadePaused, .idle, .finished:
            ([properties.statusText, properties.error].compactMap(\.self)).map(printable).joined(separator: ": ")
        case .preparing, .preparingCrossfade, .playing, .fadingOut, .buffering, .seeking, nil:
            printable(properties.statusText)
        }
    }

    /// One complete line: for `status`, and for each change on an output that cannot be redrawn.
    var plainLine: String {
        guard let track = properties.track else { return headline }
        if let fade = properties.fade, let fadeProgress {
            let tracks = "\(name(outgoing, fade.outgoing)) → \(name(incoming, fade.incoming))"
            let percent = properties.stateKind == .crossfading ? " \(Self.percent(fadeProgress))" : ""
            return "\(headline)\(percent)  \(tracks)  \(times(of: track))"
        }
        return "\(headline)  \(track.displayName)  \(times(of: track))"
    }

    /// Returns one line that fits into `width` columns; in a crossfade, both titles with a bar between them.
    func line(width: Int) -> String {
        guard let fade = properties.fade, let fadeProgress, let track = properties.track else {
            return fitted(width: width)
        }
        let percent = properties.stateKind == .crossfading ? " \(Self.percent(fadeProgress).leftPadded(to: 4))" : ""
        let head = "\(headline)\(percent)  "
        let tail = "  \(times(of: track))"
        let left = name(outgoing, fade.outgoing)
        let right = name(incoming, fade.incoming)
        let barWidth = min(20, max(6, width / 5))
        let room = max(8, width - head.columns - tail.columns - barWidth - 4)
        // The shorter title leaves its unused room to the longer one.
        let leftRoom = max(room / 2, room - right.columns)
        let shownLeft = left.fitted(to: min(left.columns, leftRoom))
        let shownRight = right.fitted(to: min(right.columns, room - shownLeft.columns))
        let bar = ProgressBar.text(fraction: fadeProgress, width: barWidth)
        return "\(head)\(shownLeft) \(bar) \(shownRight)\(tail)".fitted(to: width)
    }

    private func fitted(width: Int) -> String {
        guard let track = properties.track else { return headline.fitted(to: width) }
        let tail = "  \(times(of: track))"
        let head = "\(headline)  "
        let room = max(4, width - head.columns - tail.columns)
        return "\(head)\(track.displayName.fitted(to: room))\(tail)".fitted(to: width)
    }

    private func times(of track: TrackSummary) -> String {
        track.length.map { "\(position) / \($0)" } ?? "\(position)"
    }

    private func name(_ track: TrackSummary?, _ id: String) -> String {
        track?.displayName ?? (id == TrackPath.none ? "nothing" : "a removed track")
    }

    private static func percent(_ fraction: Double) -> String { "\(Int(fraction * 100))%" }

    // MARK: - For programs

    /// The stable format of `segue status --json`. Times are in seconds.
    var json: JSONValue {
        .object([
            ("player", .string(player)),
            ("version", .string(properties.version)),
            ("state", .string(properties.state)),
            ("status", .string(properties.playbackStatus)),
            ("statusText", .string(statusText)),
            ("track", properties.track.map { .object($0.json + [("rating", .optional($0.stars))]) } ?? .null),
            ("position", .number(position.seconds)),
            ("volume", .number(properties.volume)),
            ("mute", .boolean(properties.isMuted)),
            ("repeat", .string(properties.repeatMode)),
            ("shuffle", .boolean(properties.isShuffled)),
            ("smoothShuffle", .boolean(properties.isSmooth)),
            ("single", .boolean(properties.isSingle)),
            ("consume", .boolean(properties.consumes)),
            ("stopAfterTrack", .boolean(properties.stopsAfterTrack)),
            ("queueIndex", properties.queueIndex.map { .integer(Int64($0)) } ?? .null),
            ("queueCount", .integer(Int64(properties.queueCount))),
            ("crossfade", crossfade),
            ("output", .string(properties.output)),
            ("outputFallback", .optional(properties.outputFallback)),
            ("outputRate", properties.outputRate.map { .integer(Int64($0)) } ?? .null),
            ("resampled", properties.outputRate.map { _ in .boolean(properties.isResampled) } ?? .null),
            ("gain", gain), ("sound", properties.sound.json),
            ("error", .optional(properties.error)),
            ("connecting", .optional(properties.connecting)),
            ("suspendInhibitor", .optional(properties.suspendInhibitor)),
            ("sleepRemaining", properties.sleepRemaining.map { .number($0.seconds) } ?? .null),
        ])
    }

    /// The player's text with the current progress.
    private var statusText: String {
        guard properties.stateKind == .crossfading, let fadeProgress else { return properties.statusText }
        return "Crossfading \(Self.percent(fadeProgress))"
    }

    private var gain: JSONValue {
        guard let gain = properties.gain else { return .null }
        return .object([("source", .string(gain.source)), ("decibels", .number((gain.decibels * 100).rounded() / 100))])
    }

    private var crossfade: JSONValue {
        guard let fade = properties.fade, let fadeProgress else { return .null }
        return .object([
            ("state", .string(fade.isSuspended ? "suspended" : "fading")),
            ("progress", .number(fadeProgress)),
            ("duration", .number(fade.duration.seconds)),
            ("startedAt", .number(fade.startedAt.seconds)),
            ("curve", .string(fade.curve)),
            ("outgoing", outgoing.map { .object($0.json) } ?? .null),
            ("incoming", incoming.map { .object($0.json) } ?? .null),
            ("canQuickFinish", .boolean(fade.canQuickFinish)),
            ("resumeStrategy", .string(fade.resumeStrategy)),
        ])
    }
}

extension SoundPath {
    fileprivate var json: JSONValue {
        .object([
            ("server", .optional(server)), ("device", .optional(device)),
            ("latency", latency.map { .number($0.seconds) } ?? .null), ("queued", .number(queued.seconds)),
            ("fixed", .number(fixed.seconds)), ("reserve", reserve.map { .number($0.seconds) } ?? .null),
        ])
    }
}
