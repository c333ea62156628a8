import CGStreamer
public import SegueCore

/// A device that sound can go out on.
public struct OutputDevice: Sendable, Hashable {
    /// What `--output` takes.
    public var name: String
    /// What a person calls it.
    public var title: String
    /// `pulsesink`, `alsasink`.
    public var element: String
    /// Whether sound goes there when nothing else is said.
    public var isDefault: Bool
}

/// The devices that GStreamer finds.
public enum OutputDevices {
    /// Asks every sound system that is there. Blocks while they answer, so not for the loop's thread.
    public static func list() throws(AudioPlayerError) -> [OutputDevice] {
        try GStreamerLibrary.initialize()
        var devices: [OutputDevice] = []
        DeviceProviders.forEachDevice { device in
            guard let description = describe(device) else { return }
            devices.append(description)
        }
        return devices
    }

    /// Opens the device of this name or title. Throws `outputError` when there is none, or when it does not open.
    static func open(_ name: String, buffering: OutputOpener.Buffering) throws(AudioPlayerError) -> Output {
        var found: Element?
        DeviceProviders.forEachDevice { device in
            guard found == nil, let description = describe(device),
                [description.name, description.title].contains(name)
            else { return }
            found = gst_device_create_element(device, nil).map { Element(sinking: $0) }
        }
        guard let found else {
            throw .outputError(output: name, reason: "there is no device of this name; segue output list shows them")
        }
        return try OutputOpener.device(found, name: name, buffering: buffering)
    }

    private static func describe(_ device: UnsafeMutablePointer<GstDevice>) -> OutputDevice? {
        guard let title = gst_device_get_display_name(device) else { return nil }
        defer { g_free(title) }
        guard let pointer = gst_device_create_element(device, nil) else { return nil }
        let element = Element(sinking: pointer)
        let name = element.has("device") ? element.text("device") : nil
        return OutputDevice(
            name: name ?? String(cString: title), title: String(cString: title), element: element.factoryName,
            isDefault: isDefault(device))
    }

    private static func isDefault(_ device: UnsafeMutablePointer<GstDevice>) -> Bool {
        guard let properties = gst_device_get_properties(device) else { return false }
        defer { gst_structure_free(properties) }
        var value: gboolean = 0
        return gst_structure_get_boolean(properties, "is-default", &value) != 0 && value != 0
    }
}
