import EventLoop
import Glibc
import Testing

@testable import SegueAudio

@Suite(.timeLimit(.minutes(1))) struct PulseInquiryTests {
    @Test("A server that does not answer in time is silent, but not if the program stood still meanwhile")
    func silence() async throws {
        let loop = try EventLoop.startThread(name: "test")
        defer { loop.stop() }
        await withCheckedContinuation { continuation in
            loop.perform {
                let inquiry = PulseInquiry(of: .pulseAudio, on: loop)
                // The closure retains the inquiry until then.
                inquiry.onSilence = {
                    inquiry.onSilence = {}
                    continuation.resume()
                }
                inquiry.expectAnswer(within: 20_000_000)
            }
        }
        let isSilent = await withCheckedContinuation { continuation in
            loop.perform {
                let inquiry = PulseInquiry(of: .pulseAudio, on: loop)
                var isSilent = false
                inquiry.onSilence = { isSilent = true }
                inquiry.expectAnswer(within: 200_000_000)
                // The loop's thread itself stands still.
                usleep(400_000)
                _ = loop.schedule(at: .now.advanced(byNanoseconds: 50_000_000)) {
                    inquiry.answered()
                    continuation.resume(returning: isSilent)
                }
            }
        }
        #expect(!isSilent)
    }
}
