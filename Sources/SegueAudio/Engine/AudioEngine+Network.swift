import CGStreamer
import SegueCore

/// Loads that come over the network: how much of them is in reserve, and where they break off.
extension AudioEngine {
    func handleBuffering(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let branch = branch(of: message), let percent = branch.reserve?.percent(in: message) else { return }
        branch.setFill(percent)
        if percent == 100, !loaded.contains(branch.generation) {
            prerolled(branch.generation)
        } else {
            report(.buffering(branch.generation, percent: percent))
        }
    }

    /// Takes another branch for the same load, which is read in parts.
    func openAtWill(_ former: Branch) {
        branches[former.generation] = nil
        do {
            let branch = try Branch(
                inPlaceOf: former, at: former.position, access: .atWill, isContinuation: former.isContinuation)
            branches[former.generation] = branch
            former.dispose()
            branch.open(for: pipeline)
        } catch {
            former.dispose()
            report(.loadFailed(former.generation, error))
        }
    }

    /// The answer of a server, in front of all that it sends.
    func handleHeaders(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let branch = branch(of: message), let structure = gst_message_get_structure(message),
            let value = gst_structure_get_value(structure, "response-headers"),
            let headers = gst_value_get_structure(value)
        else { return }
        var fields: [String: String] = [:]
        for index in 0..<gst_structure_n_fields(headers) {
            guard let name = gst_structure_nth_field_name(headers, guint(index)) else { continue }
            // The case of the names is the server's.
            fields[String(cString: name).lowercased()] = gst_structure_get_string(headers, name).map {
                String(cString: $0)
            }
        }
        // Shoutcast, and Icecast after it.
        if fields.keys.contains(where: { $0.hasPrefix("icy-") }) {
            branch.becomeStation(named: fields["icy-name"].flatMap { TagText.line($0) })
        } else if fields["content-length"] != nil, fields["accept-ranges"]?.lowercased() == "bytes" {
            branch.offerParts()
        }
    }

    /// What came over the network has been decoded to its end, which waits at the gate. True when that is not the end of the media.
    func hasBrokenOff(_ branch: Branch, at sample: Int64) -> Bool {
        // A source says why it ends before it does, but on the bus.
        bus?.process(events: 0)
        guard let error = branch.concludeConnection() else { return false }
        if let index = audible.firstIndex(where: { $0.generation == branch.generation }) {
            audible[index].endSample = sample
        }
        report(.failed(branch.generation, error))
        return true
    }
}
