import Glibc
import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

/// The examination of the session bus and of the player on it.
struct BusExamination {
    /// The longest acceptable reply time, in nanoseconds. A slower player needs attention.
    private static let patience: Int64 = 3_000_000_000

    private let client: PlayerClient

    static func findings() -> [Finding] {
        do {
            return [Finding("Session bus", .ok, "connected")]
                + BusExamination(client: try PlayerClient(patience: patience)).playerFindings()
        } catch {
            let text = (error as? CommandFailure)?.sentence ?? "\(error)"
            return [Finding("Session bus", .wrong, text, remedy: "dbus-run-session -- segue daemon")]
                + SleepExamination.findings()
        }
    }

    private func playerFindings() -> [Finding] {
        guard let name = client.name, let owner = process(of: name) else {
            return [Finding("Player", .ok, "not running; \(PlayerInstance.chosen.command) play starts it")]
                + SleepExamination.findings()
        }
        do throws(BusError) {
            let properties = try properties(of: name)
            guard let version = properties["Version"]?.asString else { return [stranger(name, owner)] }
            var findings = [
                version == Version.text
                    ? Finding("Player", .ok, "\(name), version \(version), process \(owner)")
                    : Finding(
                        "Player", .wrong, "version \(version) is running, but this is \(Version.text)",
                        remedy: Self.quit)
            ]
            if name == BusNames.player, let other = process(of: BusNames.applicationID), other != owner {
                findings.append(
                    Finding(
                        "Player", .wrong,
                        "\(program(other)) has the name \(BusNames.applicationID): "
                            + "the desktop can't open files with Segue",
                        remedy: "kill \(other)"))
            }
            return findings + [output(properties)]
                + [server(properties), sampleRate(properties), gain(properties), press(properties)].compactMap(\.self)
                + SleepExamination.findings(
                    inUse: properties["SuspendInhibitor"]?.asString.flatMap(SuspendInhibitor.init(rawValue:)))
        } catch {
            guard error.kind == .noReply else { return [stranger(name, owner)] }
            return [Finding("Player", .wrong, "\(program(owner)) does not answer", remedy: "kill -9 \(owner)")]
        }
    }

    private func properties(of name: String) throws(BusError) -> [String: BusValue] {
        let interface = PlayerInterface.control
        let call = BusCall(
            destination: name, path: interface.path, interface: BusDaemon.properties, member: "GetAll",
            arguments: [.string(interface.name)])
        return try client.bus.callAndWait(call, timeout: Self.patience).first?.asProperties ?? [:]
    }

    private func output(_ properties: [String: BusValue]) -> Finding {
        let output = properties["Output"]?.asString ?? "none"
        let fallback = properties["OutputFallback"]?.asString ?? ""
        return fallback.isEmpty
            ? Finding("Playing through", .ok, output)
            : Finding("Playing through", .wrong, "\(output): \(fallback)", remedy: "segue output auto")
    }

    /// Reports the sound server, its device, and the delay of both; nil without a server.
    private func server(_ properties: [String: BusValue]) -> Finding? {
        let sound = SoundPath(property: properties["Sound"])
        guard let server = sound.server else { return nil }
        let parts = [
            server, sound.device.map { "device \($0)" },
            sound.latency.map { "\(milliseconds($0)) latency" },
            outputLatency.map { "and \($0) s more by outputLatency" },
        ]
        return Finding("Sound server", .ok, parts.compactMap(\.self).joined(separator: ", "))
    }

    /// The player's setting, as text; nil without one.
    private var outputLatency: String? {
        let settings = (try? client.call("GetConfiguration", on: .control))?.first?.asTexts ?? []
        let setting = settings.first { $0.key == ConfigurationField.outputLatency.rawValue }
        return setting.flatMap { $0.value == "0" ? nil : $0.value }
    }

    private func sampleRate(_ properties: [String: BusValue]) -> Finding? {
        guard let rate = properties["OutputRate"]?.asCount, rate > 0 else { return nil }
        let isResampled = properties["Resampled"]?.asBoolean == true
        return Finding(
            "Sample rate", .ok, "\(rate) Hz, \(isResampled ? "converted from the track's rate" : "the track's rate")")
    }

    /// Reports the source of the track's loudness gain; nil while nothing is loaded.
    private func gain(_ properties: [String: BusValue]) -> Finding? {
        guard let source = properties["GainSource"]?.asString.flatMap(TrackGain.Source.init) else { return nil }
        let origin =
            switch source {
            case .off: "loudness is unchanged"
            case .track: "from the track's tag"
            case .album: "from the album's tag"
            case .measured: "from the measured loudness"
            case .measuredAlbum: "from the measured loudness of the album"
            case .predecessor: "that of the track before it on the album"
            case .typical: "that of the files measured last, because the track's loudness is not known yet"
            case .fallback: "fallbackGain, because the track's loudness is not known"
            }
        let decibels = ((properties["Gain"]?.asDecibels ?? 0) * 10).rounded() / 10
        return Finding("Loudness gain", .ok, "\(decibels) dB, \(origin)")
    }

    /// Reports how much of the queued audio a command can still change; nil if none is queued.
    private func press(_ properties: [String: BusValue]) -> Finding? {
        let sound = SoundPath(property: properties["Sound"])
        guard sound.queued > .zero else { return nil }
        let rest =
            sound.fixed < sound.queued
            ? "all but the next \(milliseconds(sound.fixed)) can be replaced" : "none of it can be replaced"
        return Finding(
            "Command latency", .ok, "\(milliseconds(sound.queued)) of audio are queued; \(rest)")
    }

    private func milliseconds(_ time: MediaTime) -> String { "\(Int((time.seconds * 1000).rounded())) ms" }

    private func stranger(_ name: String, _ owner: Int) -> Finding {
        Finding(
            "Player", .wrong, "\(program(owner)) has the name \(name), but is not Segue",
            remedy: "kill \(owner)")
    }

    private static let quit =
        "busctl --user call \(BusNames.player) \(BusNames.standardPath) \(PlayerInterface.root.name) Quit"

    /// Returns the process that owns a name; nil if the name has no owner.
    private func process(of name: String) -> Int? {
        let call = BusDaemon.call("GetConnectionUnixProcessID", .string(name))
        return (try? client.bus.callAndWait(call, timeout: Self.patience))?.first?.asCount
    }

    /// Returns the name of a process: `foo (process 12)`.
    private func program(_ process: Int) -> String {
        guard let file = fopen("/proc/\(process)/comm", "r") else { return "process \(process)" }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 64)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return "process \(process)" }
        let bytes = buffer.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: "\n")) }.map { UInt8(bitPattern: $0) }
        return "\(String(decoding: bytes, as: UTF8.self)) (process \(process))"
    }
}
