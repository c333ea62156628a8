public import EventLoop
import Glibc

/// The modules by which a sound server plays to AirPlay speakers (docs/rooms.md).
public struct AirPlayModules: Sendable, Hashable {
    /// True for PipeWire, false for PulseAudio.
    public var isPipeWire: Bool
    /// True if the module that finds speakers is installed.
    public var isInstalled: Bool
    /// True if the module that finds speakers is loaded.
    public var isSearching: Bool
    /// True if a speaker has been loaded by its address.
    public var hasSpeaker: Bool

    /// Creates the state of the modules of one server.
    public init(isPipeWire: Bool, isInstalled: Bool, isSearching: Bool, hasSpeaker: Bool) {
        self.isPipeWire = isPipeWire
        self.isInstalled = isInstalled
        self.isSearching = isSearching
        self.hasSpeaker = hasSpeaker
    }

    /// Queries the sound server. `completion` gets nil if no server answers. It is called on this loop, and never from
    /// inside the call.
    public static func examine(on loop: EventLoop, _ completion: @escaping (AirPlayModules?) -> Void) {
        PulseServer(loop).listSinks { result in
            guard case .success((let connection, _)) = result else { return completion(nil) }
            let isPipeWire = PulseServer.Kind(name: connection.server) == .pipeWire
            connection.listModules { names in
                connection.close()
                completion(
                    AirPlayModules(
                        isPipeWire: isPipeWire, isInstalled: isInstalled(for: isPipeWire),
                        isSearching: names.contains { $0.hasSuffix("module-raop-discover") },
                        hasSpeaker: names.contains { $0.hasSuffix("module-raop-sink") }))
            }
        }
    }

    private static func isInstalled(for isPipeWire: Bool) -> Bool {
        let name =
            isPipeWire
            ? "pipewire-0.3/libpipewire-module-raop-discover.so" : "pulse*/modules/module-raop-discover.so"
        // Distributions differ in the folder of libraries.
        return ["/usr/lib", "/usr/lib/*", "/usr/lib64", "/usr/local/lib"].contains { folder in
            var found = glob_t()
            defer { globfree(&found) }
            return glob("\(folder)/\(name)", 0, nil, &found) == 0
        }
    }
}
