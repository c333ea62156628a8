import CGStreamer

/// Dates of tags as ISO 8601 with at least a day (mpris.md, D12).
enum TagDate {
    static func contentCreated(in tags: Tags) -> String? {
        // In an MP4 file, a date and time without a separate date is the moment in which the file was written; a real
        // one also comes as a date.
        let isMP4 = tags.line(GST_TAG_CONTAINER_FORMAT).map { $0.contains("MP4") || $0.contains("Quicktime") } ?? false
        if isMP4, !tags.has(GST_TAG_DATE) { return nil }
        return dateTime(in: tags) ?? date(in: tags)
    }

    private static func dateTime(in tags: Tags) -> String? {
        var value: OpaquePointer?
        guard gst_tag_list_get_date_time_index(tags.list, GST_TAG_DATE_TIME, 0, &value) != 0, let value else {
            return nil
        }
        defer { gst_date_time_unref(value) }
        guard gst_date_time_has_year(value) != 0 else { return nil }
        let year = gst_date_time_get_year(value)
        guard (1...9999).contains(year) else { return nil }
        let month = gst_date_time_has_month(value) != 0 ? gst_date_time_get_month(value) : 1
        let day = gst_date_time_has_day(value) != 0 ? gst_date_time_get_day(value) : 1
        let start = formatted(year, month, day)
        guard gst_date_time_has_time(value) != 0 else { return start + "T00:00:00" }
        let second = gst_date_time_has_second(value) != 0 ? gst_date_time_get_second(value) : 0
        let time = [gst_date_time_get_hour(value), gst_date_time_get_minute(value), second]
        return start + "T" + time.map { padded($0, 2) }.joined(separator: ":")
            + offset(hours: gst_date_time_get_time_zone_offset(value))
    }

    private static func date(in tags: Tags) -> String? {
        var value: UnsafeMutablePointer<GDate>?
        guard gst_tag_list_get_date_index(tags.list, GST_TAG_DATE, 0, &value) != 0, let value else { return nil }
        defer { g_date_free(value) }
        guard g_date_valid(value) != 0, (1...9999).contains(g_date_get_year(value)) else { return nil }
        return formatted(
            Int32(g_date_get_year(value)), Int32(g_date_get_month(value).rawValue), Int32(g_date_get_day(value)))
            + "T00:00:00"
    }

    private static func formatted(_ year: Int32, _ month: Int32, _ day: Int32) -> String {
        "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// RFC 3339: `Z`, `+02:00`.
    private static func offset(hours: Float) -> String {
        let minutes = Int32((hours * 60).rounded())
        guard minutes != 0 else { return "Z" }
        return (minutes < 0 ? "-" : "+") + padded(abs(minutes) / 60, 2) + ":" + padded(abs(minutes) % 60, 2)
    }

    private static func padded(_ number: Int32, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
