/// Small reads from a large file, through a buffer that moves. The file is not mapped: if a mapped file shrank, SIGBUS
/// would kill the player.
struct FileWindow {
    let descriptor: Int32
    /// The size of the file in bytes.
    let size: Int64
    private var start: Int64 = 0
    private var buffer: [UInt8] = []

    private static let capacity = 64 << 10

    init(descriptor: Int32, size: Int64) {
        self.descriptor = descriptor
        self.size = size
    }

    /// Returns up to `count` bytes, at most 64 KiB, from `offset` on; fewer at the end of the file or on a read error.
    mutating func bytes(at offset: Int64, count: Int) -> ArraySlice<UInt8> {
        guard offset >= 0, offset < size else { return [] }
        if offset < start || offset + Int64(count) > start + Int64(buffer.count) {
            start = offset
            buffer = LocalFile.bytes(of: descriptor, at: offset, count: Self.capacity) ?? []
        }
        return buffer.dropFirst(Int(offset - start)).prefix(count)
    }
}
