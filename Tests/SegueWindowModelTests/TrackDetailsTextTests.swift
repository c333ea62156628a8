import SDBus
import SegueWindowModel
import Testing

@Suite("Details of a track, in words")
struct TrackDetailsTextTests {
    @Test("Numbers are rounded and have their signs, and what is no number is left out")
    func numbers() {
        let words = TrackDetailsText(
            [
                "format": .string("FLAC"), "sampleRate": .uint32(44100), "channels": .uint32(2),
                "loudness": .double(-14.26), "loudnessRange": .double(6.04), "truePeak": .double(0.34),
                "tempo": .double(127.6), "gain": .double(-0.04), "gainSource": .string("measured"),
            ], decimalSeparator: ",")
        #expect(words.format == "FLAC" && words.kilohertz == "44,1" && words.channels == 2)
        #expect(words.loudness == "−14,3" && words.range == "6" && words.truePeak == "+0,3")
        #expect(words.tempo == "128" && words.gain == "0,0" && words.gainSource == "measured")
        let hostile = TrackDetailsText(
            [
                "loudness": .double(.nan), "truePeak": .double(.infinity), "gain": .double(1e300),
                "channels": .uint32(.max), "sampleRate": .string("x"), "tempo": .double(-.infinity),
            ], decimalSeparator: ".")
        #expect(hostile == TrackDetailsText([:], decimalSeparator: "."))
        #expect(TrackDetailsText(["sampleRate": .uint32(48000)], decimalSeparator: ".").kilohertz == "48")
    }
}
