import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// The files that a recording may replace.
@Suite struct RecordingTests {
    private func record(_ path: String) throws(AudioPlayerError) {
        let file = try WaveFile(path: path, format: .float32, rate: 48000, channels: 2, isRecording: true)
        _ = [UInt8](repeating: 1, count: 80).withUnsafeBytes { file.append($0) }
        file.close()
    }

    @Test func aRecordingTakesThePlaceOfAnEarlierOneAndOfAnEmptyFile() throws {
        let folder = try Folder()
        let path = folder.file("heard.wav")
        try Data().write(to: URL(fileURLWithPath: path))
        for _ in 1...2 {
            try record(path)
            let recording = try Signal(reading: path)
            #expect(recording.rate == 48000)
            #expect(recording.left.count == 10)
        }
    }

    @Test("Nothing else is emptied", arguments: ["text", "sound"])
    func othersStay(kind: String) throws {
        let folder = try Folder()
        let path = folder.file("other.wav")
        if kind == "text" {
            try Data("[Desktop Entry]".utf8).write(to: URL(fileURLWithPath: path))
        } else {
            let file = try WaveFile(path: path, format: .float32, rate: 48000, channels: 2)
            _ = [UInt8](repeating: 1, count: 80).withUnsafeBytes { file.append($0) }
            file.close()
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(throws: AudioPlayerError.self) { try record(path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
}
