import SegueCore
import Testing

@Suite struct MediaTimeTests {
    @Test func conversionsAreExact() {
        #expect(MediaTime(microseconds: 1).nanoseconds == 1000)
        #expect(MediaTime(seconds: 12.5).microseconds == 12_500_000)
        #expect(MediaTime(samples: 44100, rate: 44100) == MediaTime(seconds: 1))
        #expect(MediaTime(samples: 1, rate: 44100).nanoseconds == 22676)
    }

    @Test(arguments: [8000, 11025, 22050, 44100, 48000, 88200, 96000, 192_000] as [Int32])
    func samplesSurviveTheWayThere(rate: Int32) {
        for sample in [0, 1, 2, 441, 44099, 44100, 12_345_678, 7_938_000_001] as [Int64] {
            let time = MediaTime(samples: sample, rate: rate)
            #expect(time.samples(rate: rate) == sample)
            // GStreamer rounds a time down to samples.
            #expect(Int64((Double(time.nanoseconds) * Double(rate) / 1e9).rounded(.down)) >= sample - 1)
        }
    }

    @Test(
        arguments: [
            (0, "0"), (12_500_000_000, "12.5"), (-1000, "-0.000001"), (1, "0.000000001"), (30_000_000_000, "30"),
            (.min, "-9223372036.854775808"),
        ] as [(Int64, String)])
    func secondsAreWrittenInDecimals(nanoseconds: Int64, text: String) {
        #expect(MediaTime(nanoseconds: nanoseconds).decimalSeconds == text)
    }

    @Test func nothingOverflows() {
        #expect(MediaTime(microseconds: .max) == .max)
        #expect(MediaTime(microseconds: .min) == .min)
        #expect(MediaTime.max + MediaTime.max == .max)
        #expect(MediaTime.min + MediaTime.min == .min)
        #expect(MediaTime.min - MediaTime.max == .min)
        #expect(MediaTime.max - MediaTime.min == .max)
        #expect(MediaTime(seconds: .infinity) == .max)
        #expect(MediaTime(seconds: -.infinity) == .min)
        #expect(MediaTime(seconds: .nan) == .zero)
        #expect(MediaTime(samples: .max, rate: 8000) == .max)
        #expect(MediaTime(samples: .min, rate: 8000) == .min)
        #expect(MediaTime.max.samples(rate: 192_000) > 0)
        #expect(MediaTime.min.samples(rate: 192_000) < 0)
    }

    @Test(arguments: [
        (0.0, "0:00"), (7.9, "0:07"), (187, "3:07"), (3765, "1:02:45"), (-61, "-1:01"),
    ])
    func readsAsPeopleWriteIt(seconds: Double, text: String) {
        #expect(MediaTime(seconds: seconds).description == text)
    }
}
