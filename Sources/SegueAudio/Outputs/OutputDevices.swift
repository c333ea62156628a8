import CGStreamer
public import EventLoop
import SegueCore

/// An output device.
public struct OutputDevice: Sendable, Hashable {
    /// The name that `--output` takes.
    public var name: String
    /// The name for the user.
    public var title: String
    /// True for the device that is used if none is chosen.
    public var isDefault: Bool
}

/// The devices of the sound server; if there is no server, those that GStreamer finds.
public enum OutputDevices {
    /// Lists the devices. `completion` is called on this loop, and never from inside the call. A server that does not
    /// answer within two seconds has no devices.
    public static func list(on loop: EventLoop, _ completion: @escaping @Sendable ([OutputDevice]) -> Void) {
        find(on: loop) { devices, _ in completion(devices) }
    }

    /// Finds the devices, and reports whether they belong to a sound server.
    static func find(on loop: EventLoop, _ completion: @escaping @Sendable ([OutputDevice], _ ofServer: Bool) -> Void) {
        PulseServer(loop).listSinks { result in
            switch result {
            case .success((let connection, let sinks)):
                connection.close()
                let devices = sinks.all.map {
                    OutputDevice(name: $0.name, title: $0.title, isDefault: $0.name == sinks.standard)
                }
                completion(devices, true)
            case .failure(.absent):
                guard (try? GStreamerLibrary.initialize()) != nil else { return completion([], false) }
                Element.makeBin().performInBackground {
                    let found = withoutServer()
                    loop.perform { completion(found, false) }
                }
            case .failure: completion([], true)
            }
        }
    }

    private static func withoutServer() -> [OutputDevice] {
        var devices: [OutputDevice] = []
        DeviceProviders.forEachDevice { device in
            if let description = describe(device) { devices.append(description) }
        }
        return devices
    }

    /// Returns the sink of the device of this name or title. Throws `outputError` if there is none. Blocks.
    static func sink(_ name: String) throws(AudioPlayerError) -> Element {
        var found: Element?
        DeviceProviders.forEachDevice { device in
            guard found == nil, let description = describe(device),
                [description.name, description.title].contains(name)
            else { return }
            found = gst_device_create_element(device, nil).map { Element(sinking: $0) }
        }
        guard let found else {
            throw .outputError(output: name, reason: Reason.unknownDevice.text())
        }
        return found
    }

    private static func describe(_ device: UnsafeMutablePointer<GstDevice>) -> OutputDevice? {
        guard let title = gst_device_get_display_name(device) else { return nil }
        defer { g_free(title) }
        guard let pointer = gst_device_create_element(device, nil) else { return nil }
        let element = Element(sinking: pointer)
        let name = element.has("device") ? element.text("device") : nil
        return OutputDevice(
            name: name ?? String(cString: title), title: String(cString: title), isDefault: isDefault(device))
    }

    private static func isDefault(_ device: UnsafeMutablePointer<GstDevice>) -> Bool {
        guard let properties = gst_device_get_properties(device) else { return false }
        defer { gst_structure_free(properties) }
        var value: gboolean = 0
        return gst_structure_get_boolean(properties, "is-default", &value) != 0 && value != 0
    }
}
