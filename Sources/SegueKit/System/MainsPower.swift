import SegueFiles

/// The state of mains power (sysfs-class-power), which is read once before idle work.
enum MainsPower {
    /// Returns true if the computer runs on mains power, or has no battery. Reads a few files of the kernel, which may
    /// take a moment.
    static func isOn(by folder: String = "/sys/class/power_supply") -> Bool {
        var hasBattery = false
        for item in (try? Directory.items(of: LocalPath(folder), limit: 64)) ?? [] {
            let supply = folder + "/" + String(decoding: item.name, as: UTF8.self)
            switch value("type", of: supply) {
            case "Mains"?, "USB"?:
                if value("online", of: supply) == "1" { return true }
            // The battery of a mouse does not count.
            case "Battery"? where value("scope", of: supply) != "Device": hasBattery = true
            default: break
            }
        }
        return !hasBattery
    }

    private static func value(_ name: String, of supply: String) -> String? {
        let bytes = try? FileAccess.read("\(supply)/\(name)", limit: 4096)
        return bytes.map { String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self) }
    }
}
