import SDBus
import Testing

@testable import SegueCore
@testable import SegueMPRIS

@Suite struct CrossfadeAnnouncementTests {
    private let tracks: [BusValue] = [.objectPath(path(2)), .objectPath(path(3))]

    private func properties(_ values: [(String, BusValue)]) -> Announcement {
        .properties(
            interface: BusNames.crossfadeInterface, path: BusNames.ownPath,
            values.map { NamedValue(name: $0.0, value: $0.1) })
    }

    private func signal(_ name: String, _ arguments: [BusValue]) -> Announcement {
        .signal(name, interface: BusNames.crossfadeInterface, path: BusNames.ownPath, arguments)
    }

    private func crossfade(_ old: Snapshot, _ new: Snapshot, effects: [Effect] = []) -> [Announcement] {
        announce(old, new, effects: effects).filter { $0.interface == BusNames.crossfadeInterface }
    }

    private func finished(_ snapshot: Snapshot, completed: Bool) throws -> Effect {
        .report(.transitionFinished(TransitionRecord(of: try #require(snapshot.fade)), completed: completed))
    }

    private func gains(_ gain: (Double) -> Double) -> BusValue {
        .array(of: "d", (0...32).map { .double(gain(Double($0) / 32)) })
    }

    @Test func aFadeStartsInOneMessageAfterTheFlip() {
        let announcements = announce(.playing(), .fading(0), effects: [])
        guard case .properties(BusNames.playerInterface, _, _) = announcements.first else {
            Issue.record("the track has to change first")
            return
        }
        #expect(
            crossfade(.playing(), .fading(0)) == [
                properties([
                    ("State", .string("Fading")), ("Progress", .double(0)), ("Duration", .int64(6_000_000)),
                    ("StartedAt", .uint64(100_000_000)), ("OutgoingTrack", .objectPath(path(2))),
                    ("IncomingTrack", .objectPath(path(3))), ("ResumeStrategy", .string("continueFromProgress")),
                    ("Tier", .string("ramped")), ("Reason", .string("Set by hand.")),
                    ("Explanation", .array(of: "(sas)", [.structure([.string("setByHand"), .strings([])])])),
                    ("OutgoingStart", .int64(50_000_000)),
                    ("OutgoingGains", gains { _ in 1 }), ("IncomingGains", gains(FadeCurve.equalPower.gain)),
                ]), signal("Started", tracks + [.int64(6_000_000)]),
            ])
    }

    @Test func progressComesAloneUntilHalfOfIt() {
        #expect(crossfade(.fading(0.2), .fading(0.3)) == [properties([("Progress", .double(0.3))])])
        #expect(
            crossfade(.fading(0.4), .fading(0.5)) == [
                properties([
                    ("Progress", .double(0.5)), ("CanQuickFinish", .boolean(true)),
                    ("ResumeStrategy", .string("quickFinish")),
                ])
            ])
    }

    @Test func aPauseInTheFadeIsOneMessageOnEitherPath() {
        let suspended = Snapshot.fading(0.3) {
            $0.status = .paused
            $0.fade?.isSuspended = true
        }
        #expect(crossfade(.fading(0.3), suspended) == [properties([("State", .string("Suspended"))])])
        let resumed = Snapshot.fading(0.3) { $0.fade?.startedAt = MediaTime(seconds: 105) }
        #expect(
            crossfade(suspended, resumed) == [
                properties([("State", .string("Fading")), ("StartedAt", .uint64(105_000_000))])
            ])
    }

    @Test func aFadeThatWasHeardEndsAtOne() throws {
        let after = Snapshot.playing {
            $0.track = makeEntry(3)
            $0.index = 2
        }
        let announcements = crossfade(
            .fading(0.9), after, effects: [try finished(.fading(0.9), completed: true)])
        #expect(
            announcements == [
                properties([("Progress", .double(1))]),
                properties([
                    ("State", .string("Idle")), ("Progress", .double(0)), ("Duration", .int64(0)),
                    ("StartedAt", .uint64(0)), ("OutgoingTrack", .objectPath(TrackPath.none)),
                    ("IncomingTrack", .objectPath(TrackPath.none)), ("CanQuickFinish", .boolean(false)),
                    ("ResumeStrategy", .string("")), ("Tier", .string("")), ("Reason", .string("")),
                    ("Explanation", .array(of: "(sas)", [])), ("OutgoingStart", .int64(0)),
                    ("OutgoingGains", .array(of: "d", [])),
                    ("IncomingGains", .array(of: "d", [])),
                ]), signal("Finished", tracks + [.boolean(true)]),
            ])
    }

    @Test func oneIsNotSaidTwice() throws {
        let announcements = crossfade(
            .fading(1), .playing(), effects: [try finished(.fading(1), completed: true)])
        #expect(announcements.count == 2)
    }

    @Test func aFadeThatWasHeardAtOnceStillGoesBackToZero() throws {
        let announcements = crossfade(
            .fading(0), .playing(), effects: [try finished(.fading(0), completed: true)])
        #expect(announcements.first == properties([("Progress", .double(1))]))
        guard case .properties(_, _, let values) = announcements.dropFirst().first else {
            Issue.record("no end of the fade")
            return
        }
        #expect(values.contains(NamedValue(name: "Progress", value: .double(0))))
    }

    @Test func aFadeThatIsGivenUpNeverReachesOne() throws {
        for effects in [[], [try finished(.fading(0.4), completed: false)]] {
            let announcements = crossfade(.fading(0.4), .stopped, effects: effects)
            #expect(announcements.count == 2)
            #expect(announcements.last == signal("Finished", tracks + [.boolean(false)]))
        }
    }

    @Test func aSkipInAFadeEndsOneAndStartsAnother() {
        let next = Snapshot.fading(0) {
            $0.track = makeEntry(4)
            $0.fade?.outgoing = makeEntry(3)
            $0.fade?.incoming = makeEntry(4)
        }
        let announcements = crossfade(.fading(0.7), next)
        #expect(
            announcements.dropFirst() == [
                signal("Finished", tracks + [.boolean(false)]),
                signal("Started", [.objectPath(path(3)), .objectPath(path(4)), .int64(6_000_000)]),
            ])
    }

    @Test func aLoopedTrackFadesIntoItselfAgainAndAgain() {
        func round(_ number: UInt32) -> Snapshot {
            .fading(0) {
                $0.fade?.outgoing = makeEntry(2)
                $0.fade?.incoming = makeEntry(2)
                $0.fade?.outgoing.occurrence = number
                $0.fade?.incoming.occurrence = number + 1
            }
        }
        #expect(crossfade(round(0), round(0)) == [])
        let both: [BusValue] = [.objectPath(path(2)), .objectPath(path(2))]
        #expect(
            crossfade(round(0), round(1)) == [
                properties([("Progress", .double(0))]), signal("Finished", both + [.boolean(false)]),
                signal("Started", both + [.int64(6_000_000)]),
            ])
    }

    @Test func theMirrorAnnouncesNothing() {
        for property in CrossfadeInterface.mirror.properties {
            #expect(property.announced(.fading(0.3)) == nil)
        }
        #expect(CrossfadeInterface.mirror.signals.isEmpty)
        #expect(CrossfadeInterface.mirror.properties.map(\.name) == CrossfadeInterface.model.properties.map(\.name))
    }

    @Test(arguments: [0, 1_000_000, 12_345_678, 30_000_000] as [Int64])
    func theDurationCanBeSetWithinItsRange(microseconds: Int64) throws {
        var expected = Configuration()
        expected.crossfadeDuration = MediaTime(microseconds: microseconds)
        let command = try CrossfadeInterface.model.setting(
            "ConfiguredDuration", to: .int64(microseconds), in: .playing())
        #expect(command == .setConfiguration(expected))
    }

    @Test(arguments: [-1, 1, 999_999, 30_000_001, .max, .min] as [Int64])
    func theDurationIsRefusedOutOfItsRange(microseconds: Int64) {
        for model in [CrossfadeInterface.model, CrossfadeInterface.mirror] {
            #expect(
                errorName { _ = try model.setting("ConfiguredDuration", to: .int64(microseconds), in: .playing()) }
                    == BusError.Name.invalidArguments.rawValue)
        }
    }

    @Test func aRefusedDurationIsSaidInDecimals() {
        let sentence = errorMessage {
            _ = try CrossfadeInterface.model.setting("ConfiguredDuration", to: .int64(-1), in: .playing())
        }
        #expect(sentence?.hasPrefix("crossfadeDuration = -0.000001 is not valid") == true)
    }
}
