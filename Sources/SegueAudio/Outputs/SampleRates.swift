import CGStreamer

/// The sample rates that a sink accepts without conversion.
// @unchecked: the caps are private, and never written to.
final class SampleRates: @unchecked Sendable {
    /// Returns the mixing rate for a timeline that begins with a track of this rate: the same, as a rule. If that rate
    /// is low, or is not a rate that devices have, returns a rate at which later tracks lose nothing.
    static func mixed(_ rate: Int32) -> Int32 {
        let usual: [Int32] = [44100, 48000, 88200, 96000, 176_400, 192_000]
        guard rate >= 44100 else { return 44100 % rate == 0 ? 44100 : 48000 }
        return usual.last { rate % $0 == 0 } ?? usual.first { $0 >= rate } ?? 192_000
    }

    private let caps: UnsafeMutablePointer<GstCaps>?

    /// Queries a sink that is open. May wait for a sound server.
    init(of sink: Element) {
        guard let pad = gst_element_get_static_pad(sink.pointer, "sink") else {
            caps = nil
            return
        }
        defer { gst_object_unref(pad) }
        let samples = gst_caps_from_string("audio/x-raw")
        defer { gst_caps_unref(samples) }
        caps = gst_pad_query_caps(pad, samples)
    }

    deinit {
        if let caps { gst_caps_unref(caps) }
    }

    /// Returns the rate nearest to `rate`: the same if the sink accepts it, or states no rates.
    func nearest(to rate: Int32) -> Int32 {
        var nearest: Int32?
        for index in 0..<(caps.map { gst_caps_get_size($0) } ?? 0) {
            guard let caps, let structure = gst_structure_copy(gst_caps_get_structure(caps, index)) else { continue }
            defer { gst_structure_free(structure) }
            var found = rate
            if gst_structure_has_field(structure, "rate") != 0 {
                gst_structure_fixate_field_nearest_int(structure, "rate", rate)
                gst_structure_get_int(structure, "rate", &found)
            }
            if abs(found - rate) < nearest.map({ abs($0 - rate) }) ?? .max { nearest = found }
        }
        return nearest ?? rate
    }
}
