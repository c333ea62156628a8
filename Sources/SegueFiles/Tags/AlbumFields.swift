/// The album fields of a file that have been found so far.
struct AlbumFields {
    var album: String?
    var disc: Int?
    var track: Int?

    /// The largest number of blocks, pages, frames or boxes before the wanted ones. A file with more was made to keep
    /// its reader busy.
    static let patience = 1000

    var isComplete: Bool { album != nil && disc != nil && track != nil }

    /// Returns the number in `3`, `03` and `3/12`; nil for other text, and for 0.
    static func number(_ text: some StringProtocol) -> Int? {
        let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
        return Int(digits).flatMap { $0 > 0 ? $0 : nil }
    }
}
