import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Loads that are discarded release everything, whatever they are doing at that moment.
@Suite(.serialized) struct DisposalTests {
    @Test("A load whose end is held at the gate is released")
    func heldEnd() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .both, seconds: 8).write(to: folder.file("a.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
        weak var deck: Deck?
        func awaitRelease() {
            guard deck != nil else { return live.finish() }
            live.after(0.02) { awaitRelease() }
        }
        live.run(limit: 20, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            guard case .loaded(.first, _) = event else { return }
            deck = live.engine.loader.loads[.first]?.deck
            deck?.endInBackground()
            live.after(0.2) {
                live.perform(.unload(.first, ramp: .zero))
                awaitRelease()
            }
        }
        #expect(!live.isTimedOut)
        #expect(!OpenDescriptors.targets.contains(folder.file("a.wav")))
    }
}
