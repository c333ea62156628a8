/// The image formats that desktops show. The format is detected from the first bytes, because file names and declared
/// types are unreliable.
public enum ImageKind: String, Sendable {
    case jpeg = "jpg"
    case png
    case webp
    case gif
    case bmp

    /// The largest accepted picture, in bytes. A larger picture is treated as an attack or a mistake.
    public static let sizeLimit = 16 << 20

    /// Detects the format from the first bytes of a picture. Nil if the picture has none of these formats.
    public init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(30))
        // No picture of any kind is shorter than its headers.
        guard head.count == 30 else { return nil }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            head[12..<16].elementsEqual("IHDR".utf8)
        {
            self = .png
        } else if head.starts(with: "RIFF".utf8), head[8..<12].elementsEqual("WEBP".utf8) {
            self = .webp
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if head.starts(with: "BM".utf8), [12, 40, 52, 56, 64, 108, 124].contains(head[14]), head[15] == 0 {
            self = .bmp
        } else {
            return nil
        }
    }

    /// The extension of a file name for this format.
    public var fileExtension: String { rawValue }
}
