/// The hash function FNV-1a with 64 bits (RFC 9923), which gives the same values in every process. Resistance to
/// deliberate collisions is not needed.
enum FNV1a {
    /// The hash of no bytes.
    static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Returns the hash of bytes, as a continuation of an earlier hash.
    static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = start) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
