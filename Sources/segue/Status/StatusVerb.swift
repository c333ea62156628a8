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
            With --follow on a terminal, one line that updates: title and position, and in a crossfade both titles \
            with a bar. Elsewhere, one line for each change.

            With --json, an object with player, version, state, status, statusText, track, position, volume, mute, \
            repeat, shuffle, single, consume, stopAfterTrack, queueIndex, queueCount, crossfade, output, \
            outputFallback, outputRate, resampled, gain (source, decibels), sound (server, device, latency, queued, \
            fixed), error, connecting, suspendInhibitor and sleepRemaining; times are seconds, and what is not known \
            is null. With --follow too, one object on a line for each change.
            """)

    @Flag(name: .shortAndLong, help: "Go on showing it until interrupted.")
    var follow = false

    @Flag(help: "JSON instead of text.")
    var json = false

    func run() throws {
        if follow {
            try StatusFollower(json: json).run()
            return
        }
        let report = try StatusReport(of: PlayerClient.connect())
        Terminal.standardOutput.writeLine(json ? report.json.text : report.plainLine)
    }
}

extension StatusReport {
    /// Reads everything from the player now.
    init(of client: PlayerClient) throws {
        var properties = PlayerProperties()
        for interface in PlayerProperties.interfaces {
            properties[interface] = try client.properties(of: interface)
        }
        let fade = properties.fade
        self.init(
            player: client.name ?? BusNames.player, properties: properties, position: properties.position,
            fadeProgress: fade.map { $0.progress(at: .now) },
            outgoing: try fade.flatMap { try client.track($0.outgoing) },
            incoming: fade == nil ? nil : properties.track)
    }
}

extension PlayerClient {
    /// The track with this identity, in the queue or fading out.
    fileprivate func track(_ id: String) throws -> TrackSummary? {
        try TrackSummary.all(in: call("GetTracksMetadata", on: .trackList, [.objectPaths([id])])).first
    }
}
