import EventLoop
import SegueCore

@testable import SegueKit

/// Short forms for what most tests of the service do.
extension AudioPlayerService {
    /// The position that has come out of the engine, whatever is shown.
    var heard: MediaTime { shell.moment.positions.map(\.heard).max() ?? .zero }

    func play(_ url: String) async throws { try await startPlaying(url: url) }
    func add(_ url: String) async throws { try await enqueue(url: url) }
    func replace(_ url: String) async throws { try await replaceTrack(url: url) }
    func seekTo(_ seconds: Double) async throws { try await seek(to: seconds) }
    func forward(_ seconds: Double) async throws { try await skipForward(by: seconds) }
    func backward(_ seconds: Double) async throws { try await skipBackward(by: seconds) }
}
