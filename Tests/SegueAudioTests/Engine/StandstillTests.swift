import CGStreamer
import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// A mixer that stops mixing although its tracks have been read: playback says so, and goes on where it stopped.
@Suite(.serialized) struct StandstillTests {
    @Test("A mixer that stands still is started again, and no sample is lost")
    func standstill() throws {
        let folder = try Folder()
        let original = Signal.counting(on: .both, seconds: 12)
        try original.write(to: folder.file("a.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        // What the load delivers waits here, and never arrives in the mixer.
        let sink = live.engine.mixer.sinks[0]
        var probe: gulong = 0
        var restarts = 0
        func block() {
            probe = gst_pad_add_probe(
                sink.pointer, GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM, { _, _, _ in GST_PAD_PROBE_OK }, nil, nil)
        }
        live.run(limit: 30, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(LiveTests.start(.first))
                live.perform(.playOut(.first))
                live.after(0.5) { block() }
            case .mixingRestarted:
                restarts += 1
                gst_pad_remove_probe(sink.pointer, probe)
            case .ended(.first): live.finish()
            default: break
            }
        }
        try #require(!live.isTimedOut, "\(live.events)")
        #expect(restarts == 1)
        let recording = try Signal(reading: folder.file("live.wav"))
        NetworkTests.expectWhole(recording.left, of: original.left, interruptions: 1)
    }
}
