import Foundation
import FuzzTargets
import SegueTestSupport
import Testing

/// Regression tests over the corpus of the fuzzer: every case, and random changes of the cases.
@Suite struct CorpusTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fuzz/Corpus").standardizedFileURL

    private static func cases(of target: FuzzTarget) throws -> [[UInt8]] {
        let folder = corpus.appending(path: target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { try Array(Data(contentsOf: folder.appending(path: $0))) }
    }

    @Test("Each case of the corpus is read, and so are its neighbours", arguments: FuzzTarget.allCases)
    func cases(target: FuzzTarget) throws {
        let cases = try Self.cases(of: target)
        #expect(!cases.isEmpty, "a target has a corpus")
        for bytes in cases { target.read(bytes) }
        var random = SeededRandom.anew()
        for _ in 0..<100 {
            guard var bytes = cases.randomElement(using: &random) else { return }
            let other = cases.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, other, &random) }
            target.read(bytes)
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ other: [UInt8], _ random: inout SeededRandom) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random) }
        case 3: bytes.insert(contentsOf: other.suffix(Int.random(in: 0...16, using: &random)), at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...8, using: &random)))
        }
    }
}
