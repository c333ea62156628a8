import CGStreamer
public import EventLoop

/// A sound system for output, and whether it is usable now.
public struct SoundSystem: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case notInstalled
        /// The sound system is installed, but finds no server or device.
        case silent
        case works
    }

    public var name: String
    /// The Debian package that contains the sound system.
    public var package: String
    public var state: State

    /// Tries each sound system, in the player's order, and lists the devices. `completion` is called on this loop, and
    /// never from inside the call.
    public static func examine(
        on loop: EventLoop, _ completion: @escaping @Sendable ([SoundSystem], [OutputDevice]) -> Void
    ) {
        OutputDevices.find(on: loop) { devices, ofServer in
            // A server without a device is of no use.
            let server = SoundSystem(
                name: "PulseAudio", package: "libpulse0", state: ofServer && !devices.isEmpty ? .works : .silent)
            guard (try? GStreamerLibrary.initialize()) != nil else { return completion([server], devices) }
            Element.makeBin().performInBackground {
                let others = [
                    ("PipeWire", "pipewiresink", "gstreamer1.0-pipewire"), ("ALSA", "alsasink", "gstreamer1.0-alsa"),
                ].map { SoundSystem(name: $0, package: $2, state: state(of: $1)) }
                loop.perform { completion([server] + others, devices) }
            }
        }
    }

    private static func state(of factory: String) -> State {
        guard let sink = try? Element.make(factory) else { return .notInstalled }
        defer { sink.setState(GST_STATE_NULL) }
        return sink.setState(GST_STATE_READY) ? .works : .silent
    }
}
