import EventLoop
import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// A service with a folder of music and a record of its log. By default, its audio is scripted, and the test controls
/// the time.
struct TestPlayer {
    enum Engine {
        case scripted
        /// In real time, on an output that needs neither a device nor a server.
        case real
    }

    let service: AudioPlayerService
    let folder: TemporaryFolder
    private let clock: TestClock
    private let files: ScriptedFiles
    let log: LogRecord
    /// The events from before the setup on.
    let events: EventReader

    /// Creates a player with short fades, and closes it after `body`. The fades are: no fade-in, 0.3 s for a fade-out,
    /// 1 s from one track to the next.
    static func run(
        _ engine: Engine = .scripted, output: String = "null", sessionPath: String? = nil,
        folder: TemporaryFolder = TemporaryFolder(),
        isSetUp: Bool = true, configuration change: (inout Configuration) -> Void = { _ in },
        _ body: (TestPlayer) async throws -> Void
    ) async throws {
        var configuration = Configuration()
        configuration.crossfadeDuration = MediaTime(seconds: 1)
        configuration.skipCrossfadeDuration = MediaTime(seconds: 1)
        configuration.fadeInDuration = .zero
        configuration.fadeOutDuration = MediaTime(seconds: 0.3)
        change(&configuration)
        let log = LogRecord()
        let loop = try EventLoop.startThread(name: "segue-player")
        let clock = TestClock(loop)
        let files = ScriptedFiles()
        let options = ServiceOptions(sessionPath: sessionPath, output: output)
        let service =
            switch engine {
            case .scripted:
                AudioPlayerService(
                    valid: configuration, options: options, logger: log.logger, loop: loop, ownsLoop: true, clock: clock
                ) { _, _, _, onEvent in ScriptedSound(clock: clock, files: files, onEvent: onEvent) }
            case .real:
                AudioPlayerService(
                    valid: configuration, options: options, logger: log.logger, loop: loop, ownsLoop: true)
            }
        let player = TestPlayer(
            service: service, folder: folder, clock: clock, files: files, log: log,
            events: EventReader(stream: await service.events))
        do {
            if isSetUp { try await service.setup() }
            try await body(player)
        } catch {
            await service.cleanup()
            throw error
        }
        await service.cleanup()
    }

    /// Creates a player with tracks `a`, `b`, … of these lengths in the queue, and the first of them playing.
    static func playing(
        _ seconds: [Double], _ engine: Engine = .scripted, output: String = "null",
        configuration: (inout Configuration) -> Void = { _ in },
        _ body: (TestPlayer) async throws -> Void
    ) async throws {
        try await run(engine, output: output, configuration: configuration) { player in
            try await player.play(seconds)
            try await body(player)
        }
    }

    func play(_ seconds: [Double]) async throws {
        let names = ["a", "b", "c", "d", "e"]
        for (name, seconds) in zip(names, seconds) { try makeTrack("\(name).wav", seconds: seconds) }
        try await service.startPlaying(url: folder.path)
    }

    // MARK: - Files

    /// Writes a track with a tone in it, and returns its path.
    @discardableResult
    func makeTrack(_ name: String, seconds: Double) throws -> String {
        let path = try folder.write(name, Tone.wave(seconds: seconds))
        files.add(path, seconds: seconds)
        return path
    }

    /// Writes a file with the name of a track that contains no audio.
    @discardableResult
    func makeCorruptTrack(_ name: String) throws -> String {
        let path = try folder.write(name, Data(repeating: 0x20, count: 4000))
        files.addCorrupt(path)
        return path
    }

    /// Writes a track that never loads, and returns its path. Not with the real engine.
    func makeSilentTrack(_ name: String) throws -> String {
        let path = try makeTrack(name, seconds: 20)
        files.addSilent(path)
        return path
    }

    /// Releases the load of a track that `makeSilentTrack` has created.
    func release(_ name: String) async { await service.release(files, folder.file(name)) }

    func removeTrack(_ name: String) {
        folder.remove(name)
        files.addCorrupt(folder.file(name))
    }

    // MARK: - Time

    /// Advances the time by this many seconds, with all events in between. Not with the real engine.
    func pass(_ seconds: Double) async { await service.advance(clock, by: seconds) }

    // MARK: - State

    var kind: PlayerState.Kind { get async { await service.state.kind } }
    var title: String? { get async { await service.currentTrack?.title } }
    var titles: [String] { get async { await service.queue.map(\.displayTitle) } }
    var position: Double { get async { await service.playbackPosition?.currentTime ?? -1 } }

    /// Returns when a state of this kind is reached, which must not be a passing one.
    func reach(_ kind: PlayerState.Kind) async throws {
        try #require(await service.stateUpdates.first { $0.kind == kind } != nil)
    }
}

/// Events in their order, each taken once.
struct EventReader {
    let stream: AsyncStream<PlayerEvent>

    /// Takes events up to the first one for which `pick` returns a value, and returns the value.
    func next<Value>(_ pick: (PlayerEvent) -> Value?) async throws -> Value {
        for await event in stream {
            if let value = pick(event) { return value }
        }
        throw Ended()
    }

    /// Takes events up to the first of this kind.
    @discardableResult
    func next(_ kind: String) async throws -> PlayerEvent { try await next { $0.kind == kind ? $0 : nil } }

    /// Takes all pending and future events.
    func rest() async -> [PlayerEvent] {
        var events: [PlayerEvent] = []
        for await event in stream { events.append(event) }
        return events
    }

    struct Ended: Error {}
}

/// Audio in files.
enum Tone {
    static let rate = 8000

    /// Returns a WAV file of 16-bit samples, one channel, with a tone of 440 Hz.
    static func wave(seconds: Double) -> Data {
        let count = 2 * Int(seconds * Double(rate))
        return header(bytes: UInt32(count)) + samples(bytes: count)
    }

    /// Returns the header of a file with this many bytes of samples; 0 for a file without an end.
    static func header(bytes: UInt32) -> Data {
        func number<Number: FixedWidthInteger>(_ value: Number) -> Data {
            withUnsafeBytes(of: value.littleEndian) { Data($0) }
        }
        return Data("RIFF".utf8) + number(bytes &+ 36) + Data("WAVEfmt ".utf8) + number(UInt32(16))
            + number(UInt16(1)) + number(UInt16(1)) + number(UInt32(rate)) + number(UInt32(2 * rate))
            + number(UInt16(2)) + number(UInt16(16)) + Data("data".utf8) + number(bytes)
    }

    static func samples(bytes count: Int) -> Data {
        var data = Data(capacity: count + second.count)
        while data.count < count { data.append(second) }
        return data.prefix(count)
    }

    /// A whole number of periods of the tone.
    private static let second = Data(
        (0..<rate).flatMap { index in
            let value = Int16(8000 * sin(2 * .pi * 440 * Double(index) / Double(rate)))
            return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        })
}

/// Returns the error that `body` throws; nil if it throws none.
func failure(of body: () async throws -> Void) async -> AudioPlayerError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? AudioPlayerError
    }
}

extension AudioPlayerError {
    var isInvalidState: Bool { if case .invalidState = self { true } else { false } }
    var isNothingValid: Bool { if case .noValidTracksInPlaylist = self { true } else { false } }

    /// The setting that was out of its range.
    var field: String? { if case .invalidConfiguration(let field, _, _) = self { field } else { nil } }
}

extension PlayerEvent {
    var startedTitle: String? { if case .trackStarted(let entry) = self { entry.displayTitle } else { nil } }
    var plan: TransitionPlan? { if case .transitionPlanned(let record) = self { record.plan } else { nil } }
}

extension AudioPlayerService {
    fileprivate func release(_ files: ScriptedFiles, _ path: String) { files.release(path) }

    fileprivate func advance(_ clock: TestClock, by seconds: Double) { clock.advance(by: seconds) }

    /// Delays the search for audio until the gate is opened.
    func holdSearch() -> Gate {
        let gate = Gate()
        host.opener.worker.perform { gate.wait() }
        return gate
    }

    /// Returns when this many requests are searching for files.
    func searches(are count: Int) async {
        while host.door.searchCount != count { await Task.yield() }
    }
}
