/// Distinguishes a disconnected device from one that the user has left for another, by the sound server's device list.
/// A value.
struct DeviceWatch: Sendable {
    struct Device: Sendable, Hashable {
        var index: UInt32
        var name: String
        var title: String
        /// The plug or speaker that the device plays to; nil if the device has one output.
        var port: Port?
        /// The ports with nothing plugged in.
        var emptyPorts: Set<String> = []
        /// The index of the Bluetooth card that the device belongs to; nil for a device of any other bus. All modes of
        /// a headset share one card.
        var headset: UInt32?
        /// The index of the source that records the output of the device; nil without one.
        var monitor: UInt32?
        /// The module of the server that drives the device.
        var driver = ""
        /// The name of the device that receives the audio of a filter; empty for all others.
        var master = ""

        /// True if the device can't render again what it has read. Of PulseAudio's devices, ALSA's and the null sink
        /// can; pipes, tunnels, Bluetooth and AirPlay can't. A filter passes the request on to its device.
        func isReadFinal(among devices: [Device]) -> Bool {
            let rendering = devices.first { $0.name == master } ?? self
            return !["module-alsa", "module-null-sink"].contains { rendering.driver.contains($0) }
        }

        /// True for the sink without hardware to which a sound server plays as long as there is no device. PulseAudio
        /// (module-always-sink) and PipeWire both give it this name.
        fileprivate var isStandIn: Bool { name == "auto_null" }
    }

    struct Port: Sendable, Hashable {
        var name: String
        var title: String
    }

    enum Change: Sendable, Hashable {
        /// The device of this title has been disconnected, or its plug has been pulled.
        case unplugged(String)
        /// The audio plays there again.
        case returned(String)
        /// The requested device is there again, and the audio plays on the one that replaced it.
        case replaceable
    }

    /// The name of the requested device; nil for the one that the server chooses.
    private let requested: String?
    /// The device that plays the audio.
    private var current: Device?
    private var lost: Device?
    /// True if the server moved the audio to `current` when its device was disconnected; false if the user did.
    private var isAstray = false
    /// The requested device, if it was there when the devices were last compared.
    private var seen: Device?

    init(requested: String? = nil) { self.requested = requested }

    /// Compares the server's devices with the earlier ones. The stream plays on the device with this index; nil while
    /// there is no stream.
    mutating func look(at devices: [Device], playingOn index: UInt32?) -> Change? {
        let formerlySeen = seen
        seen = devices.first { $0.name == requested }
        let isBack = seen != nil && formerlySeen == nil
        guard let index else {
            current = nil
            return lookForRequested(formerly: formerlySeen)
        }
        let former = current
        if let former, former.index != index, devices.contains(where: { $0.index == former.index }) { isAstray = false }
        let now = devices.first { $0.index == index && !$0.isStandIn }
        current = now
        if let now, let lost, Self.isSamePlace(now, lost) {
            self.lost = nil
            isAstray = false
            return former == nil || !Self.isSamePlace(now, former) ? .returned(Self.title(of: now)) : nil
        }
        guard let former, !Self.isSamePlace(now, former), Self.isGone(former, among: devices) else {
            return isAstray && isBack ? .replaceable : nil
        }
        // A device that replaced the lost one can be disconnected too.
        if !isAstray || lost?.name != requested { lost = former }
        isAstray = true
        let isPlug = now?.name == former.name
        return .unplugged(isPlug ? Self.title(of: former) : former.title)
    }

    /// Compares whether the requested device is there, while there is no stream.
    private mutating func lookForRequested(formerly former: Device?) -> Change? {
        if let former, seen == nil {
            lost = former
            isAstray = true
            return .unplugged(former.title)
        }
        guard let seen, lost?.name == seen.name else { return nil }
        lost = nil
        isAstray = false
        return .returned(seen.title)
    }

    private static func isSamePlace(_ device: Device?, _ other: Device?) -> Bool {
        device?.name == other?.name && device?.port?.name == other?.port?.name
    }

    private static func isGone(_ former: Device, among devices: [Device]) -> Bool {
        // A headset is a different device during a call.
        if let headset = former.headset, devices.contains(where: { $0.headset == headset }) { return false }
        guard let same = devices.first(where: { $0.name == former.name }) else { return true }
        return former.port.map { same.emptyPorts.contains($0.name) } ?? false
    }

    private static func title(of device: Device) -> String { device.port?.title ?? device.title }
}
