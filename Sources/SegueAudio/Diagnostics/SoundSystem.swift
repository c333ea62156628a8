import CGStreamer
public import EventLoop

/// A way for sound to get out, and whether it can be used now.
public struct SoundSystem: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case notInstalled
        /// It is there, and finds no server or device.
        case silent
        case works
    }

    public var name: String
    /// Debian's package that has it.
    public var package: String
    public var state: State

    /// Tries each, in the order in which the player does, and lists the devices. The result comes on this loop, and never from
    /// inside of the call.
    public static func examine(
        on loop: EventLoop, _ completion: @escaping @Sendable ([SoundSystem], [OutputDevice]) -> Void
    ) {
        OutputDevices.list(on: loop) { devices in
            guard (try? GStreamerLibrary.initialize()) != nil else { return completion([], devices) }
            Element.makeBin().performInBackground {
                let systems = [
                    ("PulseAudio", OutputDevices.server, "gstreamer1.0-pulseaudio"),
                    ("PipeWire", "pipewiresink", "gstreamer1.0-pipewire"), ("ALSA", "alsasink", "gstreamer1.0-alsa"),
                ].map { SoundSystem(name: $0, package: $2, state: state(of: $1, devices)) }
                loop.perform { completion(systems, devices) }
            }
        }
    }

    private static func state(of factory: String, _ devices: [OutputDevice]) -> State {
        guard let sink = try? Element.make(factory) else { return .notInstalled }
        // A server without a device is of no use.
        guard factory != OutputDevices.server || devices.contains(where: { $0.element == factory }) else {
            return .silent
        }
        defer { sink.setState(GST_STATE_NULL) }
        return sink.setState(GST_STATE_READY) ? .works : .silent
    }
}
