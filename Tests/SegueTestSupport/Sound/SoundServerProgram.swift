import Glibc

/// A part of a sound server that `scripts/sound-servers` has unpacked for the tests: never the server that the user
/// listens to.
public enum SoundServerProgram: String {
    case pulseAudio = "pulseaudio"
    case pipeWire = "pipewire"
    /// PulseAudio's protocol for PipeWire.
    case pipeWirePulse = "pipewire-pulse"
    /// Connects programs that play to sinks.
    case wirePlumber = "wireplumber"

    public struct Missing: Error, CustomStringConvertible {
        public var description: String
    }

    /// The path of the program. Throws `Missing` if it has not been unpacked.
    public var path: String {
        get throws {
            let path = Self.folder + "/bin/\(rawValue)"
            guard access(path, X_OK) == 0 else {
                throw Missing(description: "There is no \(path). Run scripts/sound-servers.")
            }
            return path
        }
    }

    /// The path of ALSA's plug-in that plays to PulseAudio; nil if it has not been unpacked, and ALSA finds an
    /// installed one.
    public static var plugIn: String? {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(folder + "/root/usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so", 0, nil, &found) == 0 else {
            return nil
        }
        return found.gl_pathv[0].map { String(cString: $0) }
    }

    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/.build/sound-servers"
}
