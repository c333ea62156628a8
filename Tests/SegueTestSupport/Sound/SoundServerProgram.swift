import Glibc

/// A part of a sound server that `scripts/sound-servers` has unpacked for the tests: never the one that a person
/// listens to.
public enum SoundServerProgram: String {
    case pulseAudio = "pulseaudio"
    case pipeWire = "pipewire"
    /// PulseAudio's protocol for PipeWire.
    case pipeWirePulse = "pipewire-pulse"
    /// Links programs that play to sinks.
    case wirePlumber = "wireplumber"

    public struct Missing: Error, CustomStringConvertible {
        public var description: String
    }

    /// Throws `Missing` when the program has not been unpacked.
    public var path: String {
        get throws {
            let repository = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
            let path = "/\(repository)/.build/sound-servers/bin/\(rawValue)"
            guard access(path, X_OK) == 0 else {
                throw Missing(description: "There is no \(path). Run scripts/sound-servers.")
            }
            return path
        }
    }
}
