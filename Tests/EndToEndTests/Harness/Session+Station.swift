import Foundation
import SegueTestSupport
import Testing

extension Session {
    /// Creates “Radio Loop”, a station of 128 kbit/s, and returns its address. The titles are sent at these times, in
    /// seconds.
    func makeStation(_ titles: [(at: Double, title: String)], on server: MediaServer) async throws -> String {
        let tone = try await run(
            "sox", "-n", "-r", "44100", "-c", "2", "tone.wav", "synth", "10", "sine", "440", "vol", "0.25")
        let encoded = try await run("lame", "--quiet", "-b", "128", "tone.wav", "tone.mp3")
        #expect(tone.status == 0 && encoded.status == 0, "\(tone) \(encoded)")
        let station = MediaServer.Station(
            name: "Radio Loop", music: Array(try Data(contentsOf: music("tone.mp3"))), type: "audio/mpeg",
            titles: titles.map { (Int($0.at * 16000), $0.title) })
        server.serve(.station(station), at: "/live")
        return server.url("/live")
    }
}
