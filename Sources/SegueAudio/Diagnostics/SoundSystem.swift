import CGStreamer

/// A way for sound to get out, and whether it can be used now.
public struct SoundSystem: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case notInstalled
        /// The plug-in is there, and finds no server or device.
        case silent
        case works
    }

    public var name: String
    /// Debian's package that has the plug-in.
    public var package: String
    public var state: State

    /// Tries each, in the order in which the player does. Blocks for as long as a server takes to answer.
    public static func examine() -> [SoundSystem] {
        guard (try? GStreamerLibrary.initialize()) != nil else { return [] }
        return [
            ("PulseAudio", "pulsesink", "gstreamer1.0-pulseaudio"),
            ("PipeWire", "pipewiresink", "gstreamer1.0-pipewire"),
            ("ALSA", "alsasink", "gstreamer1.0-alsa"),
        ].map { SoundSystem(name: $0, package: $2, state: state(of: $1)) }
    }

    private static func state(of factory: String) -> State {
        guard let sink = try? Element.make(factory) else { return .notInstalled }
        defer { sink.setState(GST_STATE_NULL) }
        return sink.setState(GST_STATE_READY) ? .works : .silent
    }
}
