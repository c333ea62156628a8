import Glibc
import SegueAudio
import SegueCore

/// The examination of the audio outputs.
final class SoundExamination {
    /// The answer of the sound system; nil if it did not come in time.
    var answer: (systems: [SoundSystem], devices: [OutputDevice])?

    /// Returns the findings. `configured` is the output that the configuration file names.
    func findings(configured: String) -> [Finding] {
        guard let (systems, devices) = answer else {
            return [Finding("Sound", .wrong, "the sound server does not answer", remedy: Self.restart)]
        }
        guard let working = systems.first(where: { $0.state == .works }) else {
            return [Self.silence(systems)]
        }
        var findings = [Finding("Sound", .ok, working.name)]
        if !devices.isEmpty {
            findings.append(Finding("Devices", .ok, devices.map(\.title).joined(separator: ", ")))
        }
        if Self.isDeviceName(configured), !devices.contains(where: { [$0.name, $0.title].contains(configured) }) {
            findings.append(
                Finding(
                    "Output", .wrong, "the configured device \(configured) does not exist",
                    remedy: "segue config set output auto"))
        }
        return findings
    }

    private static func isDeviceName(_ output: String) -> Bool {
        // A sink description is tried when it is used.
        if case .device = OutputSelection(output) { true } else { false }
    }

    private static func silence(_ systems: [SoundSystem]) -> Finding {
        let installed = systems.filter { $0.state == .silent }
        guard !installed.isEmpty else {
            return Finding(
                "Sound", .wrong, "no plug-in for an output is installed",
                remedy: Remedy.install(["gstreamer1.0-pulseaudio", "gstreamer1.0-alsa"]))
        }
        let names = installed.map(\.name).joined(separator: " nor ")
        return Finding(
            "Sound", .wrong, "neither a sound server nor a device answers (\(names)); music plays in silence",
            remedy: start)
    }

    private static var start: String {
        if isInstalled("pipewire-pulse") { return "systemctl --user start pipewire-pulse.service" }
        if isInstalled("pulseaudio") { return "pulseaudio --start" }
        return Remedy.install(["pipewire-pulse", "wireplumber"])
    }

    private static var restart: String {
        isInstalled("pipewire-pulse")
            ? "systemctl --user restart pipewire-pulse.service" : "pulseaudio --kill; pulseaudio --start"
    }

    private static func isInstalled(_ program: String) -> Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
