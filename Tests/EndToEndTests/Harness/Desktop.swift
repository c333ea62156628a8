import Foundation
import SDBus

/// The player as on a desktop: installed, and started by the bus.
extension Session {
    /// The prefix for `make install`.
    var prefix: URL { folder.appendingPathComponent("usr") }

    /// Installs the built command and all its files into this session, and reloads the bus configuration. Installs the
    /// window too if requested.
    func install(withWindow: Bool = false) async throws {
        let result = try await run(
            "make", "-s", "-C", BuiltProducts.repository.path, "install", "BINARY=\(BuiltProducts.segue.path)",
            "PREFIX=\(prefix.path)", "WINDOW=\(withWindow ? BuiltProducts.window.path : "")")
        guard result.status == 0 else { throw InstallFailure(description: "\(result)") }
        let services = prefix.appendingPathComponent("share/dbus-1/services")
        for name in try FileManager.default.contentsOfDirectory(atPath: services.path) {
            let link = folder.appendingPathComponent("services/\(name)")
            try? FileManager.default.removeItem(at: link)
            try FileManager.default.createSymbolicLink(
                at: link,
                withDestinationURL: services.appendingPathComponent(name))
        }
        try await observer.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
    }

    /// Makes a call as a desktop does. Starts the player if none is running.
    func callApplication(_ member: String, _ arguments: BusValue...) async throws {
        try await observer.call(
            Session.application, Session.seguePath, "org.freedesktop.Application", member,
            arguments: arguments + [.dictionary(key: "s", value: "v", [])])
    }
}

struct InstallFailure: Error, CustomStringConvertible {
    var description: String
}

/// A desktop entry or a similar file: groups of keys and values.
struct KeyFile {
    private var groups: [String: [String: String]] = [:]

    init(contentsOf url: URL) throws {
        var group = ""
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("["), line.hasSuffix("]") {
                group = String(line.dropFirst().dropLast())
            } else if let equals = line.firstIndex(of: "=") {
                groups[group, default: [:]][String(line[..<equals])] = String(line[line.index(after: equals)...])
            }
        }
    }

    subscript(group: String, key: String) -> String? { groups[group]?[key] }

    /// Returns the elements of a list.
    func list(_ group: String, _ key: String) -> [String] {
        (self[group, key] ?? "").split(separator: ";").map(String.init)
    }
}
