import SDBus

/// The desktop's file manager.
enum FileManager {
    /// Shows these files in their folders. The completion receives false if no file manager replies.
    static func show(_ uris: [String], on bus: Bus, _ completion: @escaping (Bool) -> Void) {
        let call = BusCall(
            destination: "org.freedesktop.FileManager1", path: "/org/freedesktop/FileManager1",
            interface: "org.freedesktop.FileManager1", member: "ShowItems",
            arguments: [.strings(uris), .string("")])
        bus.call(call) { reply in
            if case .success = reply { completion(true) } else { completion(false) }
        }
    }
}
