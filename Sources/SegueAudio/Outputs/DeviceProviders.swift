import CGStreamer

/// The parts of GStreamer that find output devices, one for each sound system. Sound servers are left out, since they
/// are queried over their own protocol. Their providers lose three descriptors with each query to a server that is not
/// running, and PipeWire's ends the process (GStreamer 1.22, pipewire-pulse 0.3.65).
enum DeviceProviders {
    private static let sinks = "Audio/Sink"
    private static let servers = ["pulsedeviceprovider", "pipewiredeviceprovider"]

    /// Calls `body` with every such device that exists now. Blocks while the sound systems answer.
    static func forEachDevice(_ body: (UnsafeMutablePointer<GstDevice>) -> Void) {
        let factories = gst_device_provider_factory_list_get_device_providers(GST_RANK_MARGINAL)
        defer { gst_plugin_feature_list_free(factories) }
        var hidden: Set<String> = []
        forEach(factories) { item in
            let factory = OpaquePointer(item)
            guard gst_device_provider_factory_has_classes(factory, sinks) != 0,
                let name = gst_object_get_name(segue_as_object(item))
            else { return }
            defer { g_free(name) }
            guard !hidden.contains(String(cString: name)), !servers.contains(String(cString: name)),
                let provider = gst_device_provider_factory_get(factory)
            else { return }
            defer { gst_object_unref(provider) }
            hidden.formUnion(replaced(by: provider))
            // A provider puts each device that it finds before the others.
            let devices = g_list_reverse(gst_device_provider_get_devices(provider))
            defer { g_list_free(devices) }
            forEach(devices) { item in
                let device = item.assumingMemoryBound(to: GstDevice.self)
                if gst_device_has_classes(device, sinks) != 0 { body(device) }
                gst_object_unref(device)
            }
        }
    }

    /// Returns the names of the providers whose devices this provider knows too.
    private static func replaced(by provider: UnsafeMutablePointer<GstDeviceProvider>) -> [String] {
        guard let names = gst_device_provider_get_hidden_providers(provider) else { return [] }
        defer { g_strfreev(names) }
        var replaced: [String] = []
        var index = 0
        while let name = names[index] {
            replaced.append(String(cString: name))
            index += 1
        }
        return replaced
    }

    private static func forEach(_ list: UnsafeMutablePointer<GList>?, _ body: (UnsafeMutableRawPointer) -> Void) {
        var item = list
        while let current = item {
            if let data = current.pointee.data { body(data) }
            item = current.pointee.next
        }
    }
}
