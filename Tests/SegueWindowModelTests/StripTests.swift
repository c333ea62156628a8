import SegueClient
import SegueWindowModel
import Testing

@Suite struct StripTests {
    private static let seam = Strip.Seam(
        start: 90, duration: 8, outgoingGains: [1, 0.5, 0], incomingGains: [0, 0.5, 1])
    private static let strip = Strip(
        outgoing: "a", outgoingLength: 100, incoming: "b", incomingLength: 60, seam: seam)

    @Test(arguments: [(80.0, 1.0, 0.0), (92, 0.75, 0.25), (94, 0.5, 0.5), (98, 0, 1), (120, 0, 1)])
    func gainsFollowThePlan(time: Double, outgoing: Double, incoming: Double) {
        #expect(abs(Self.seam.outgoingGain(at: time) - outgoing) < 1e-9)
        #expect(abs(Self.seam.incomingGain(at: time) - incoming) < 1e-9)
    }

    @Test(arguments: [
        // Earlier and later, within the bounds of the track.
        (Strip.Grip.whole, -10.0, 80.0, 8.0), (.whole, 100, 92, 8), (.whole, -200, 0, 8),
        // Longer and shorter at the beginning; never longer than the player's longest fade.
        (.start, -2, 88, 10), (.start, 20, 98, 0), (.start, -80, 68, 30),
        // The same at the end.
        (.end, 1, 90, 9), (.end, 50, 90, 10), (.end, -20, 90, 0),
    ])
    func dragsWithinWhatIsPossible(grip: Strip.Grip, distance: Double, start: Double, duration: Double) {
        let dragged = Self.strip.dragged(grip, by: distance)
        #expect(dragged?.start == start)
        #expect(dragged?.duration == duration)
    }

    /// The player announces the incoming track and the fade in two messages. A strip without the fade may be shown in
    /// between, and leads back to the previous axis.
    @Test func theAxisIsWhereItWasBehindAStripThatKnowsNothingOfTheFadeYet() {
        let between = Strip(outgoing: "b", outgoingLength: 60, incoming: "c", seam: Self.seam)
        var fading = Self.strip
        fading.isFading = true
        #expect(between.offset(from: Self.strip) == -90)
        #expect(fading.offset(from: between) == 90)
        #expect(fading.offset(from: Self.strip) == 0)
        #expect(between.offset(from: fading) == -90)
        #expect(Strip(outgoing: "d", outgoingLength: 60).offset(from: Self.strip) == 0)
        #expect(Self.strip.offset(from: between) == 0, "a track that is gone back to begins anew")
    }

    @Test func whatIsHeldIsLetGoWhereItHasGoneOrMeansSomethingElse() {
        var fading = Self.strip
        fading.isFading = true
        var replanned = Self.strip
        replanned.incoming = "c"
        let next = Strip(outgoing: "b", outgoingLength: 60, incoming: "c", seam: Self.seam)
        for hold in [Strip.Hold.playhead, .seam(.whole)] {
            #expect(Self.strip.keeps(hold, from: Self.strip))
            #expect(!fading.keeps(hold, from: Self.strip), "places are those of the track that comes")
            #expect(!next.keeps(hold, from: fading))
            #expect(!next.keeps(hold, from: Self.strip))
        }
        #expect(replanned.keeps(.playhead, from: Self.strip))
        #expect(!replanned.keeps(.seam(.end), from: Self.strip))
    }

    /// Beats at 120 BPM in both tracks: 0.2 s after whole and half seconds in one track, 0.1 s in the other.
    private static let beating = {
        var strip = Self.strip
        strip.seam?.beats = BeatsNearSeam(
            outgoing: (0..<36).map { 80.2 + Double($0) * 0.5 }, incoming: (0..<36).map { 0.1 + Double($0) * 0.5 })
        return strip
    }()

    @Test(arguments: [
        (Strip.Grip.whole, -10.0, 80.1, 8.0), (.whole, -10.3, 79.6, 8), (.start, 1, 91.1, 6.9), (.end, -1.23, 90, 6.77),
        // Beats continue beyond the known ones, and a seam can still reach the end of the track.
        (.whole, -60.4, 29.6, 8), (.whole, 100, 92, 8),
    ])
    func aDraggedSeamSnapsToBeats(grip: Strip.Grip, distance: Double, start: Double, duration: Double) throws {
        let dragged = try #require(Self.beating.dragged(grip, by: distance, snapping: true))
        #expect(abs(dragged.start - start) < 1e-6)
        #expect(abs(dragged.duration - duration) < 1e-6)
        #expect(Self.beating.dragged(grip, by: distance)?.start == Self.strip.dragged(grip, by: distance)?.start)
        #expect(
            Self.strip.dragged(grip, by: distance, snapping: true) == Self.strip.dragged(grip, by: distance),
            "without beats, nothing snaps")
    }

    @Test func beatsThatCannotBeAreNone() {
        for beats in [[], [90], [91, 90], [90, 90]] as [[Double]] {
            var strip = Self.beating
            strip.seam?.beats.outgoing = beats
            #expect(strip.dragged(.whole, by: -3, snapping: true)?.start == 87)
        }
    }

    @Test func aFadeIsNoLongerThanHalfTheTrackThatComes() {
        var strip = Self.strip
        strip.incomingLength = 9
        #expect(strip.dragged(.start, by: -20)?.duration == 4.5)
    }

    @Test func whatIsLeftOutOfTheTrackThatComesLiesInFrontOfTheSeam() {
        var strip = Self.strip
        strip.seam?.incomingStart = 3
        #expect(strip.seam?.incomingOrigin == 87)
        #expect(Strip(outgoing: "b", outgoingLength: 60).offset(from: strip) == -87)
        strip.incomingLength = 12
        #expect(strip.dragged(.start, by: -20)?.duration == 4.5)
    }

    @Test func theWholeAxisShowsTheHeadOfWhatComes() {
        #expect(Self.strip.whole.contains(100))
        #expect(Self.strip.whole.upperBound > Self.seam.end)
        #expect(Strip(outgoing: "a", outgoingLength: 100).whole == 0...100)
        #expect(Self.strip.close.contains(90) && Self.strip.close.contains(98))
        #expect(!Self.strip.close.contains(0))
    }

    @Test(arguments: [(79.0, false), (81, true), (95, true)]) func comesNear(playhead: Double, isNear: Bool) {
        #expect(Self.strip.isNearSeam(playhead) == isNear)
    }

    @Test func placesAndTimesAreInverse() {
        let scale = StripScale(span: 50...150, width: 500)
        #expect(scale.place(100) == 250)
        #expect(scale.time(250) == 100)
        #expect(scale.secondsPerPixel == 0.2)
    }

    @Test(
        arguments: [
            (80.0, nil), (93, Strip.Grip.start), (107, .start), (130, .whole), (158, .end), (166, .end), (170, nil),
        ] as [(Double, Strip.Grip?)])
    func edgesAreHeldOutsideToo(place: Double, grip: Strip.Grip?) {
        let scale = StripScale(span: 80...120, width: 400)
        let seam = Strip.Seam(start: 90, duration: 6)
        #expect(scale.grip(seam, at: place) == grip)
    }

    @Test func theEdgeOfANarrowSeamIsTheOneInTheDirectionOfTheDrag() {
        let scale = StripScale(span: 80...120, width: 400)
        let narrow = Strip.Seam(start: 90, duration: 0.2)
        for grip in [Strip.Grip.start, .end] {
            #expect(scale.grip(grip, of: narrow, movedBy: -5) == .start)
            #expect(scale.grip(grip, of: narrow, movedBy: 5) == .end)
            #expect(scale.grip(grip, of: Strip.Seam(start: 90, duration: 6), movedBy: -5) == grip)
        }
        #expect(scale.grip(.whole, of: narrow, movedBy: -5) == .whole)
    }

    @Test func aJoinIsHeldAtItsLine() {
        let scale = StripScale(span: 0...100, width: 100)
        #expect(scale.grip(Strip.Seam(start: 50, duration: 0), at: 54) == .start)
        #expect(scale.grip(Strip.Seam(start: 50, duration: 0), at: 70) == nil)
    }
}
