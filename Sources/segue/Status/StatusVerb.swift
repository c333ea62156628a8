import ArgumentParser
import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

struct StatusVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is playing.",
        discussion: """
            With --follow on a terminal, shows one line that updates: title and position, and in a crossfade both \
            titles with a bar. Elsewhere, prints one line for each change.

            With --json, prints one object; with --follow, one object per line for each change. Times are in seconds, \
            and unknown values are null:
              player, version, state, status, statusText
              track, position, queueIndex, queueCount, crossfade
              volume, mute, repeat, shuffle, smoothShuffle, single, consume, stopAfterTrack
              output, outputFallback, outputRate, resampled
              gain   source, decibels
              sound  server, device, latency, queued, fixed, reserve
              error, connecting, suspendInhibitor, sleepRemaining
            """)

    @Flag(name: .shortAndLong, help: "Keep showing the status until interrupted.")
    var follow = false

    @Flag(help: "Print JSON instead of text.")
    var json = false

    @Option(help: LineTemplate<StatusField>.help)
    var format: String?

    func validate() throws { _ = try LineTemplate<StatusField>.reading(format, isJSON: json) }

    private var style: StatusFollower.Style {
        if json { return .json }
        return format.flatMap { try? LineTemplate($0) }.map { .template($0) } ?? .line
    }

    func run() throws {
        if follow {
            try StatusFollower(style).run()
            return
        }
        let report = try StatusReport(of: PlayerClient.connect())
        let line =
            switch style {
            case .line: report.plainLine
            case .json: report.json.text
            case .template(let template): template.text(report)
            }
        Terminal.standardOutput.writeLine(line)
    }
}

extension StatusReport {
    /// Reads the report from the player.
    init(of client: PlayerClient) throws {
        var properties = PlayerProperties()
        for interface in PlayerProperties.interfaces {
            properties[interface] = try client.properties(of: interface)
        }
        let fade = properties.fade
        self.init(
            player: client.name ?? PlayerInstance.chosen.busName, properties: properties, position: properties.position,
            fadeProgress: fade.map { $0.progress(at: .now) },
            outgoing: try fade.flatMap { try client.track($0.outgoing) },
            incoming: fade == nil ? nil : properties.track)
    }
}

extension PlayerClient {
    /// Returns the track with this identity, in the queue or fading out.
    fileprivate func track(_ id: String) throws -> TrackSummary? {
        try TrackSummary.all(in: call("GetTracksMetadata", on: .trackList, [.objectPaths([id])])).first
    }
}
