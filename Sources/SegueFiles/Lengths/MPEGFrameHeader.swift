/// The first four bytes of every frame of MPEG audio (ISO/IEC 11172-3 §2.4.1.3).
public struct MPEGFrameHeader: Sendable {
    /// The version: 3 for MPEG 1, 2 for MPEG 2, 0 for MPEG 2.5.
    let version: UInt8
    /// The layer, 1…3.
    let layer: Int
    /// The sample rate in hertz.
    let rate: Int32
    let isMono: Bool
    let hasChecksum: Bool
    /// The length of the frame in bytes, including the header.
    let length: Int

    /// Kilobits per second, by column of the standard's table, then by index.
    private static let bitrates: [[Int]] = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Reads the header of a frame. Nil if these are not the first bytes of a frame, or if the bitrate is free.
    public init?(_ bytes: some RandomAccessCollection<UInt8>) {
        let head = Array(bytes.prefix(4))
        guard head.count == 4, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return nil }
        version = head[1] >> 3 & 3
        let layerBits = head[1] >> 1 & 3
        let bitrateIndex = Int(head[2] >> 4)
        let rateIndex = Int(head[2] >> 2 & 3)
        guard version != 1, layerBits != 0, (1...14).contains(bitrateIndex), rateIndex != 3 else { return nil }
        layer = 4 - Int(layerBits)
        hasChecksum = head[1] & 1 == 0
        isMono = head[3] >> 6 == 3
        let baseRate: Int32 = [44_100, 48_000, 32_000][rateIndex]
        rate = version == 3 ? baseRate : version == 2 ? baseRate / 2 : baseRate / 4
        let column = version == 3 ? layer - 1 : layer == 1 ? 3 : 4
        let bitrate = Self.bitrates[column][bitrateIndex - 1] * 1000
        let padding = Int(head[2] >> 1 & 1)
        if layer == 1 {
            length = (12 * bitrate / Int(rate) + padding) * 4
        } else {
            length = (layer == 3 && version != 3 ? 72 : 144) * bitrate / Int(rate) + padding
        }
    }

    /// The number of samples of each channel in one frame.
    var samples: Int64 {
        switch layer {
        case 1: 384
        case 3 where version != 3: 576
        default: 1152
        }
    }

    /// The number of bytes from the start of the frame to the position of a Xing header: after the side information.
    var xingOffset: Int {
        let side = version == 3 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        return 4 + (hasChecksum ? 2 : 0) + side
    }

    /// Returns true if both headers agree in the fields that all frames of one stream share.
    func belongs(with other: MPEGFrameHeader) -> Bool {
        version == other.version && layer == other.layer && rate == other.rate
    }
}
