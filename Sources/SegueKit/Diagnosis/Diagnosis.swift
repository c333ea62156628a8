import EventLoop
import SegueAudio
import SegueCore

/// Examines the installation on this computer, as far as possible without the session bus, and names a remedy for each
/// problem. Every call blocks. No call changes anything.
public enum Diagnosis {
    /// Examines the configuration file, and the folders that the player writes to.
    public static func files() -> [Finding] {
        configuration(ConfigurationFile())
            + [
                WritableFolder(path: UserFolder.state.path, variable: "XDG_STATE_HOME").finding("Session"),
                WritableFolder(path: UserFolder.data.path, variable: "XDG_DATA_HOME").finding("Playlists"),
                WritableFolder(path: UserFolder.cache.path, variable: "XDG_CACHE_HOME").finding("Covers"),
            ]
    }

    /// Examines the music library; no finding if nothing has been read yet.
    public static func library() -> [Finding] { [LibraryExamination.user?.finding].compactMap(\.self) }

    /// Examines the desktop entry, and the other files by which a desktop finds the player.
    public static func installation() -> Finding { DesktopInstallation().finding }

    /// Examines GStreamer, its plug-ins, and the formats and streams that they can read.
    public static func plugins() -> [Finding] {
        guard let version = InstalledPlugins.version else {
            return [
                Finding(
                    "GStreamer", .wrong, "it can't be used",
                    remedy: Remedy.install(["libgstreamer1.0-0", "gstreamer1.0-plugins-base"]))
            ]
        }
        let missing = InstalledPlugins.missing()
        return [elements(version, missing.filter { $0.purpose == "playing" })]
            + missing.filter { $0.purpose != "playing" }.map { element in
                Finding(
                    element.name, .wrong, "not installed; it is needed for \(element.purpose)",
                    remedy: Remedy.install([element.package]))
            }
            + InstalledPlugins.excluded().map(excluded) + formats(SupportedTypes.readings) + [secureTransport()]
    }

    /// Examines the audio outputs, within `limit` nanoseconds, so that a sound server that hangs is reported too.
    public static func sound(limit: Int64 = 5_000_000_000) -> [Finding] {
        guard let loop = try? EventLoop() else { return [] }
        let examination = SoundExamination()
        let receive = loop.delivering { (answer: ([SoundSystem], [OutputDevice])) in
            examination.answer = answer
            loop.stop()
        }
        SoundSystem.examine(on: loop) { receive(($0, $1)) }
        wait(on: loop, limit)
        return examination.findings(configured: configuredOutput)
    }

    /// Examines the sound server's modules for AirPlay speakers, within `limit` nanoseconds; no finding without a
    /// server. `hasDiscovery` is true if a service that discovers devices in the network runs.
    public static func airPlay(hasDiscovery: Bool, limit: Int64 = 5_000_000_000) -> [Finding] {
        guard let loop = try? EventLoop() else { return [] }
        var modules: AirPlayModules?
        AirPlayModules.examine(on: loop) {
            modules = $0
            loop.stop()
        }
        wait(on: loop, limit)
        return [modules.map { finding(about: $0, hasDiscovery: hasDiscovery) }].compactMap(\.self)
    }

    /// Runs the loop until it is stopped, for `limit` nanoseconds at most.
    private static func wait(on loop: EventLoop, _ limit: Int64) {
        loop.schedule(at: .now.advanced(byNanoseconds: limit)) { loop.stop() }
        loop.run()
    }

    static func finding(about modules: AirPlayModules, hasDiscovery: Bool) -> Finding {
        let subject = "AirPlay"
        if modules.isSearching {
            return hasDiscovery
                ? Finding(subject, .ok, "speakers in the network are devices")
                : Finding(
                    subject, .note, "speakers can't be found, because avahi-daemon does not run",
                    remedy: Remedy.install(["avahi-daemon"]))
        }
        if modules.hasSpeaker { return Finding(subject, .ok, "a speaker is loaded; others are not searched for") }
        guard modules.isInstalled else {
            return Finding(
                subject, .note, "the sound server's module is not installed, so speakers are not searched for",
                remedy: Remedy.install(
                    [modules.isPipeWire ? "libpipewire-0.3-modules" : "pulseaudio-module-raop", "avahi-daemon"]))
        }
        return Finding(
            subject, .note, "the sound server does not search for speakers",
            remedy: "pactl load-module module-raop-discover")
    }

    private static var configuredOutput: String { ConfigurationFile().read()?.configuration.output ?? "auto" }

    // MARK: - Configuration

    private static func configuration(_ file: ConfigurationFile) -> [Finding] {
        guard let reading = file.read() else {
            return [Finding("Configuration", .ok, "the defaults; there is no \(file.path)")]
        }
        guard !reading.problems.isEmpty else { return [Finding("Configuration", .ok, file.path)] }
        return reading.problems.map { problem in
            Finding("Configuration", .wrong, "\(problem)", remedy: remedy(for: problem))
        }
    }

    private static func remedy(for problem: ConfigurationProblem) -> String {
        let path = Remedy.word(problem.path)
        switch problem.kind {
        case .invalidValue:
            guard let field = problem.key.flatMap(ConfigurationField.init) else { return "${EDITOR:-nano} \(path)" }
            return "segue config set \(field.rawValue) \(Remedy.word(field.text(in: Configuration())))"
        case .unknownKey: return problem.line.map { "sed -i \($0)d \(path)" } ?? "${EDITOR:-nano} \(path)"
        case .syntax: return "${EDITOR:-nano} \(problem.line.map { "+\($0) " } ?? "")\(path)"
        case .unreadable, .notWritable: return "chmod u+rw \(path)"
        case .pipe: return "rm \(path)"
        }
    }

    // MARK: - Plug-ins

    private static func elements(_ version: String, _ missing: [InstalledPlugins.Element]) -> Finding {
        guard !missing.isEmpty else { return Finding("GStreamer", .ok, version) }
        return Finding(
            "GStreamer", .wrong,
            "\(version), without \(missing.map(\.name).joined(separator: ", ")): nothing can be played. "
                + "If it is installed, GStreamer's list of plug-ins is out of date: \(forgetRegistry)",
            remedy: Remedy.install(missing.map(\.package)))
    }

    /// A command that makes GStreamer examine all plug-ins again, because its registry may be from a moment at which
    /// they could not be opened.
    private static var forgetRegistry: String { "rm -f \(Remedy.word(InstalledPlugins.registry))" }

    private static func excluded(_ file: String) -> Finding {
        Finding(
            "Plug-in", .wrong, "GStreamer could not load \(file) and skips it",
            remedy: "install its package again, or remove it; then \(forgetRegistry)")
    }

    private static func formats(_ readings: [(format: AudioFormat, packages: [String])]) -> [Finding] {
        let playable = readings.filter { $0.packages.isEmpty }.map(\.format.name)
        var findings: [Finding] = []
        if !playable.isEmpty { findings.append(Finding("Formats", .ok, playable.joined(separator: ", "))) }
        // One command for all formats that need the same packages, in the order of the table.
        var unplayable = readings.filter { !$0.packages.isEmpty }.map { ($0.format.name, Set($0.packages)) }
        while let packages = unplayable.first?.1 {
            let names = unplayable.filter { $0.1 == packages }.map(\.0).joined(separator: ", ")
            findings.append(
                Finding("Formats", .wrong, "not playable: \(names)", remedy: Remedy.install(packages)))
            unplayable.removeAll { $0.1 == packages }
        }
        return findings
    }

    private static func secureTransport() -> Finding {
        InstalledPlugins.hasSecureTransport()
            ? Finding("Streams", .ok, "http, https")
            : Finding("Streams", .wrong, "no https", remedy: Remedy.install(["glib-networking"]))
    }
}
