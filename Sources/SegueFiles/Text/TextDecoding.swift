/// Text of unknown encoding: playlists, lyrics, ID3 frames.
public enum TextDecoding {
    /// Decodes text by its byte order mark. Text without a mark is decoded as UTF-8 if it is valid UTF-8, or else as
    /// ISO 8859-1, in which all bytes are valid.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBigEndian: true) }
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return String(validating: content, as: UTF8.self) ?? latin1(content)
    }

    static func utf16(_ bytes: some Sequence<UInt8>, isBigEndian: Bool) -> String {
        var units: [UInt16] = []
        var iterator = bytes.makeIterator()
        while let first = iterator.next(), let second = iterator.next() {
            units.append(isBigEndian ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first))
        }
        return String(decoding: units, as: UTF16.self)
    }

    static func latin1(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
