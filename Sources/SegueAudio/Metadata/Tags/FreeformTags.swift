import CGStreamer
import SegueCore
import SegueFiles

/// The tags that GStreamer passes on unread: `KEY=value` comments and raw ID3v2 frames.
struct FreeformTags {
    private(set) var lyricists: [String] = []
    private(set) var albumArtists: [String] = []
    private(set) var lyrics: String?
    /// 0…1
    private(set) var rating: Double?
    /// 1/256 dB against -23 LUFS
    private(set) var r128TrackGain: Int?
    private(set) var r128AlbumGain: Int?
    private var mixRampStart: String?
    private var mixRampEnd: String?

    init(_ tags: Tags) {
        for comment in tags.strings(GST_TAG_EXTENDED_COMMENT, atMost: 256) {
            guard let (key, value) = Self.parts(of: comment) else { continue }
            take(key, value)
        }
        tags.forEachBinary("private-id3v2-frame") { bytes in
            switch ID3Frame(bytes) {
            case .text("TEXT", let values): lyricists += values
            case .userText(let key, let values): values.first.map { take(key.uppercased(), $0) }
            case .lyrics(let text): lyrics = lyrics ?? text
            case .popularity(let value): rating = rating ?? value
            case .text, nil: break
            }
        }
        lyricists = Tags.list(of: lyricists)
        albumArtists = Tags.list(of: albumArtists)
    }

    private mutating func take(_ key: String, _ value: String) {
        switch key {
        case "LYRICIST": lyricists.append(value)
        case "ALBUM ARTIST", "ALBUM_ARTIST": albumArtists.append(value)
        case "LYRICS", "UNSYNCEDLYRICS", "UNSYNCED LYRICS", "SYNCEDLYRICS": lyrics = lyrics ?? value
        case "FMPS_RATING": rating = Double(value).flatMap { (0...1).contains($0) ? $0 : nil } ?? rating
        case "RATING": rating = rating ?? Self.rating(value)
        case "R128_TRACK_GAIN": r128TrackGain = Self.r128(value) ?? r128TrackGain
        case "R128_ALBUM_GAIN": r128AlbumGain = Self.r128(value) ?? r128AlbumGain
        case "MIXRAMP_START": mixRampStart = value
        case "MIXRAMP_END": mixRampEnd = value
        default: break
        }
    }

    var mixRamp: MixRamp? { MixRamp(beginning: mixRampStart, ending: mixRampEnd) }

    /// Splits `KEY=value` or `KEY[language]=value`. The returned key is in upper case.
    private static func parts(of comment: String) -> (key: String, value: String)? {
        guard let equals = comment.firstIndex(of: "=") else { return nil }
        let key = comment[..<equals].prefix { $0 != "[" }
        return key.isEmpty ? nil : (key.uppercased(), String(comment[comment.index(after: equals)...]))
    }

    /// Parses stars, percent, or a fraction with a decimal point, as players write them.
    private static func rating(_ text: String) -> Double? {
        guard let value = Double(text), value >= 0, value <= 100 else { return nil }
        if text.contains("."), value <= 1 { return value }
        return value <= 5 ? value / 5 : value / 100
    }

    private static func r128(_ text: String) -> Int? {
        Int(TagText.line(text) ?? "").flatMap { (-32768...32767).contains($0) ? $0 : nil }
    }
}
