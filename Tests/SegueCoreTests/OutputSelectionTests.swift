import SegueCore
import Testing

/// The accepted values of `--output` (design.md, Command line).
@Suite struct OutputSelectionTests {
    @Test(arguments: [
        ("auto", OutputSelection.automatic, true),
        ("null", .null, true),
        ("file:/tmp/what plays.wav", .file(path: "/tmp/what plays.wav"), false),
        ("file:", .file(path: ""), false),
        ("alsasink", .description("alsasink"), false),
        ("alsasink device=hw:1", .description("alsasink device=hw:1"), false),
        ("audioconvert ! pulsesink", .description("audioconvert ! pulsesink"), false),
        ("alsa_output.pci-0000_00_1f.3.analog-stereo", .device("alsa_output.pci-0000_00_1f.3.analog-stereo"), true),
        ("hw:1", .device("hw:1"), true),
        ("my-sink", .device("my-sink"), true),
        ("kitchen.sink", .device("kitchen.sink"), true),
        (" ", .device(" "), true),
    ])
    func isReadAndWrittenAsAPersonWould(text: String, selection: OutputSelection, isOpenToClients: Bool) {
        #expect(OutputSelection(text) == selection)
        #expect(selection.text == text)
        #expect(selection.isOpenToClients == isOpenToClients, "only what plays or is silent is a client's to choose")
    }

    @Test func nothingMeansAutomatic() {
        #expect(OutputSelection("") == .automatic)
    }

    @Test func ofAPathThatNobodyReportsNothingIsKnown() {
        let path = SoundPath()
        #expect(path.server == nil && path.device == nil && path.latency == nil)
        #expect(path.queued == .zero && path.fixed == .zero, "nothing is on its way to the ear")
    }
}
