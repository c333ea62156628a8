import EventLoop
import SegueCore
import SegueMPRIS

@testable import SegueKit

/// Short forms for the calls of most tests of the service.
extension AudioPlayerService {
    /// The position of the audio that has left the engine, regardless of the shown position.
    var heard: MediaTime { host.shell.moment.positions.map(\.heard).max() ?? .zero }

    func play(_ url: String) async throws { try await startPlaying(url: url) }
    func add(_ url: String) async throws { try await enqueue(url: url) }
    func replace(_ url: String) async throws { try await replaceTrack(url: url) }
    func seekTo(_ seconds: Double) async throws { try await seek(to: seconds) }
    func forward(_ seconds: Double) async throws { try await skipForward(by: seconds) }
    func backward(_ seconds: Double) async throws { try await skipBackward(by: seconds) }

    /// Plays the file at this path for a client on the bus, and returns the answer to the client.
    func playForClient(_ path: String) async -> Result<OpenedTracks, AudioPlayerError>? {
        let told = Outcome<Result<OpenedTracks, AudioPlayerError>>()
        let request = OpenRequest(locations: [path], destination: .replace, play: true, isAwaited: true)
        host.open(request) { told.settle($0) }
        return await told.value()
    }
}
