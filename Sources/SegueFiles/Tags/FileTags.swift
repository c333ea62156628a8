import CTagLib
import SegueCore

/// The tags of a local file, with the codec and the length of its audio, in the form in which the library keeps them.
public struct FileTags: Sendable, Hashable {
    public var title: String?
    /// The artists who perform the track.
    public var artists: [String] = []
    public var albumArtists: [String] = []
    public var album: String?
    public var genres: [String] = []
    public var composers: [String] = []
    /// The year in which the track was published.
    public var year: Int?
    /// The number of the track on its disc, from 1.
    public var track: Int?
    /// The number of the disc in the album, from 1.
    public var disc: Int?
    /// MusicBrainz's identifier of the recording.
    public var recording: String?
    /// The length in milliseconds; nil if the file does not give it.
    public var length: Int64?
    /// The usual name of the codec; empty if unknown.
    public var codec = ""
    /// The sample rate in hertz; nil if the file does not give it.
    public var rate: Int?
    /// True if the file contains a picture.
    public var hasPicture = false

    /// Creates an empty set of tags.
    package init() {}

    /// The number of values that are kept of one field.
    private static let mostValues = 32

    /// Reads the tags without decoding. Nil for a file without audio that TagLib supports. A hostile file may crash the
    /// process.
    public init?(of path: LocalPath) {
        self.init(of: path, Collector())
    }

    /// Reads the tags like `init(of:)`, and the cue sheet or the chapters inside the file; the sheet is nil without
    /// either.
    package static func withSheet(of path: LocalPath) -> (tags: FileTags, sheet: CueSheet?)? {
        let collector = Collector()
        guard let tags = FileTags(of: path, collector) else { return nil }
        // TagLib names these codecs for MP4 alone. Other files need not be opened a second time.
        let isMP4 = ["AAC", "ALAC"].contains(tags.codec)
        return (tags, collector.sheet ?? (isMP4 ? MP4Chapters.read(path) : nil))
    }

    private init?(of path: LocalPath, _ collector: Collector) {
        var sound = CTagLibSound()
        let isKnown = path.withCString { path in
            CTagLib_read(
                path, Unmanaged.passUnretained(collector).toOpaque(),
                { context, name, value in
                    guard let context, let name, let value else { return }
                    Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
                        .add(String(cString: name), String(cString: value))
                },
                { context, start, title in
                    guard let context, let title else { return }
                    Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
                        .chapters.append((start, String(cString: title)))
                }, &sound)
        }
        guard isKnown, sound.rate > 0 else { return nil }
        length = sound.length > 0 ? sound.length : nil
        rate = Int(sound.rate)
        codec = String(cString: sound.codec)
        hasPicture = sound.has_picture
        title = collector["TITLE"].first
        artists = collector["ARTIST"]
        albumArtists = collector["ALBUMARTIST"]
        album = collector["ALBUM"].first
        genres = collector["GENRE"]
        composers = collector["COMPOSER"]
        year = (collector["ORIGINALDATE"] + collector["DATE"]).lazy.compactMap(Self.year).first
        track = collector["TRACKNUMBER"].first.flatMap { AlbumFields.number($0) }
        disc = collector["DISCNUMBER"].first.flatMap { AlbumFields.number($0) }
        recording = collector["MUSICBRAINZ_TRACKID"].first
    }

    /// Returns the year at the beginning of a date.
    static func year(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return digits.count == 4 ? Int(digits).flatMap { $0 > 0 ? $0 : nil } : nil
    }

    private final class Collector {
        /// The chapters of ID3: the beginning in milliseconds, and the title.
        var chapters: [(start: UInt32, title: String)] = []
        private var values: [String: [String]] = [:]
        private var sheetText: String?

        /// The cue sheet or the chapters inside the file.
        var sheet: CueSheet? {
            sheetText.flatMap { CueSheet($0.utf8) } ?? CueSheet(comments: values)
                ?? CueSheet(
                    chapters: chapters.map { chapter in
                        (MediaTime(microseconds: Int64(chapter.start) * 1000), TagText.line(chapter.title))
                    })
        }

        func add(_ name: String, _ value: String) {
            if name == "CUESHEET", value.utf8.count <= CueSheet.longest { sheetText = value }
            guard let text = TagText.line(value), values[name, default: []].count < FileTags.mostValues else { return }
            values[name, default: []].append(text)
        }

        subscript(name: String) -> [String] { values[name] ?? [] }
    }
}
