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
            let path = Self.folder + "/bin/\(rawValue)"
            guard access(path, X_OK) == 0 else {
                throw Missing(description: "There is no \(path). Run scripts/sound-servers.")
            }
            return path
        }
    }

    /// ALSA's plug-in that plays to PulseAudio; nil where it has not been unpacked, and ALSA knows where its own is.
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
