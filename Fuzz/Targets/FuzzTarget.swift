import SegueFiles

/// A boundary at which bytes from outside arrive, or a machine for which bytes are a program of events. Each target
/// takes any bytes without ending the process, and checks its guarantees (docs/reliability.md).
public enum FuzzTarget: String, CaseIterable, Sendable {
    case answers
    case bus
    case client
    case configuration
    case cue
    case facts
    case images
    case lengths
    case lyrics
    case m3u
    case messages
    case mixer
    case mixramp
    case news
    case pls
    case query
    case requests
    case rhythmbox
    case score
    case sentences
    case session
    case tags
    case tape
    case text
    case titles
    case uris
    case xspf

    /// Reads the bytes; a broken guarantee ends the process.
    public func read(_ bytes: [UInt8]) {
        switch self {
        case .answers: Helpers.answers(bytes)
        case .bus: BusCalls.read(bytes)
        case .client: ClientAnswers.read(bytes)
        case .configuration: Documents.configuration(bytes)
        case .cue: Playlists.sheet(bytes)
        case .facts: Documents.facts(bytes)
        case .images: Documents.image(bytes)
        case .lengths: SoundFiles.lengths(bytes)
        case .lyrics: Texts.lyrics(bytes)
        case .m3u: Playlists.lines(bytes, .m3u)
        case .messages: BusMessages.read(bytes)
        case .mixer: AudioPrograms.mixer(bytes)
        case .mixramp: Texts.mixRamp(bytes)
        case .news: Texts.news(bytes)
        case .pls: Playlists.lines(bytes, .pls)
        case .query: Texts.query(bytes)
        case .requests: Helpers.requests(bytes)
        case .rhythmbox: Documents.rhythmbox(bytes)
        case .score: AudioPrograms.score(bytes)
        case .sentences: Texts.sentences(bytes)
        case .session: SessionRows.read(bytes)
        case .tags: SoundFiles.tags(bytes)
        case .tape: AudioPrograms.tape(bytes)
        case .text: Texts.decoded(bytes)
        case .titles: Documents.titles(bytes)
        case .uris: Texts.uris(bytes)
        case .xspf: Playlists.document(bytes)
        }
    }
}
