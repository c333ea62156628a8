/// What has been found so far about a file's place on its album.
struct AlbumFields {
    var album: String?
    var disc: Int?
    var track: Int?

    /// A file with more blocks, pages, frames or boxes than this in front of the wanted ones was made to keep its
    /// reader busy.
    static let patience = 1000

    var isComplete: Bool { album != nil && disc != nil && track != nil }

    /// The number in `3`, `03` and `3/12`; nil for other text, and for 0.
    static func number(_ text: some StringProtocol) -> Int? {
        let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
        return Int(digits).flatMap { $0 > 0 ? $0 : nil }
    }
}
