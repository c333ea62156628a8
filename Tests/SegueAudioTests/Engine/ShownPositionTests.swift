import EventLoop
import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// The position of the shown track, read without a pause.
@Suite(.serialized) struct ShownPositionTests {
    @Test("In front of a joined track, the position goes on to the end, and then begins with that track")
    func joins() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .both, seconds: 1.2).write(to: folder.file("a.wav"))
        var configuration = Configuration()
        configuration.crossfadeDuration = .zero
        let session = try Session(configuration, recording: folder.file("heard.wav"), on: EventLoop())
        session.perform(.setRepeat(.track))
        session.perform(.edit(.replace([NewEntry(uri: folder.uri("a.wav"))], play: true)))
        var last: (round: UInt32, position: MediaTime) = (0, .zero)
        var steps: [String] = []
        func look() {
            let round = session.player.snapshot.track?.occurrence ?? 0
            let position = session.position
            if round == last.round, position < last.position {
                steps.append("round \(round): \(last.position.seconds) → \(position.seconds)")
            }
            last = (round, position)
            guard round < 5 else { return session.finish() }
            session.loop.schedule(at: .now, look)
        }
        session.when({ session.player.state.kind == .playing }) {
            // A load that does not begin at 0.
            session.perform(.seek(to: MediaTime(seconds: 0.4), track: nil))
            session.when({ session.player.state.kind == .playing }, look)
        }
        #expect(Session.run([session], limit: 30))
        #expect(steps.isEmpty, "\(steps)")
        #expect(last.round == 5)
    }
}
