import SegueFiles

/// A boundary at which bytes from outside arrive. Each target reads any bytes without ending the process, and checks
/// the guarantees of its reader (docs/reliability.md).
public enum FuzzTarget: String, CaseIterable, Sendable {
    case bus
    case client
    case configuration
    case facts
    case images
    case lengths
    case lyrics
    case m3u
    case mixramp
    case news
    case pls
    case query
    case rhythmbox
    case sentences
    case tags
    case text
    case titles
    case uris
    case xspf

    /// Reads the bytes; a broken guarantee ends the process.
    public func read(_ bytes: [UInt8]) {
        switch self {
        case .bus: BusCalls.read(bytes)
        case .client: ClientAnswers.read(bytes)
        case .configuration: Documents.configuration(bytes)
        case .facts: Documents.facts(bytes)
        case .images: Documents.image(bytes)
        case .lengths: SoundFiles.lengths(bytes)
        case .lyrics: Texts.lyrics(bytes)
        case .m3u: Playlists.lines(bytes, .m3u)
        case .mixramp: Texts.mixRamp(bytes)
        case .news: Texts.news(bytes)
        case .pls: Playlists.lines(bytes, .pls)
        case .query: Texts.query(bytes)
        case .rhythmbox: Documents.rhythmbox(bytes)
        case .sentences: Texts.sentences(bytes)
        case .tags: SoundFiles.tags(bytes)
        case .text: Texts.decoded(bytes)
        case .titles: Documents.titles(bytes)
        case .uris: Texts.uris(bytes)
        case .xspf: Playlists.document(bytes)
        }
    }
}
