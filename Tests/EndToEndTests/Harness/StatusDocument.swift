import Foundation

/// The output of `segue status --json`, read with Foundation's parser.
struct StatusDocument {
    private let members: [String: Any]

    struct Malformed: Error, CustomStringConvertible {
        var description: String
    }

    init(_ result: Finished) throws {
        guard result.status == 0, let data = result.text.data(using: .utf8),
            let members = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { throw Malformed(description: "no status: \(result)") }
        self.members = members
    }

    var status: String? { members["status"] as? String }
    var state: String? { members["state"] as? String }
    var statusText: String? { members["statusText"] as? String }
    var error: String? { members["error"] as? String }
    var position: Double { (members["position"] as? NSNumber)?.doubleValue ?? -1 }
    var volume: Double { (members["volume"] as? NSNumber)?.doubleValue ?? -1 }
    var queueIndex: Int? { (members["queueIndex"] as? NSNumber)?.intValue }
    var queueCount: Int? { (members["queueCount"] as? NSNumber)?.intValue }
    var output: String? { members["output"] as? String }
    var outputFallback: String? { members["outputFallback"] as? String }
    var suspendInhibitor: String? { members["suspendInhibitor"] as? String }
    var title: String? { (members["track"] as? [String: Any])?["title"] as? String }
    var crossfade: [String: Any]? { members["crossfade"] as? [String: Any] }
    var names: Set<String> { Set(members.keys) }
}

extension Session {
    /// Returns the current status, as reported by the command.
    func status() async throws -> StatusDocument {
        try StatusDocument(try await segue("status", "--json"))
    }
}
