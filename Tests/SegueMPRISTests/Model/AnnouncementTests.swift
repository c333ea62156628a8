import SDBus
import Testing

@testable import SegueCore
@testable import SegueMPRIS

@Suite struct AnnouncementTests {
    private func player(_ announcements: [Announcement]) -> [Announcement] {
        announcements.filter { $0.interface == BusNames.playerInterface }
    }

    private func names(_ announcement: Announcement?) -> [String] {
        guard case .properties(_, _, let values) = announcement else { return [] }
        return values.map(\.name)
    }

    private func value(_ name: String, in announcement: Announcement?) -> BusValue? {
        guard case .properties(_, _, let values) = announcement else { return nil }
        return values.first { $0.name == name }?.value
    }

    @Test func nothingIsAnnouncedWhenNothingChanged() {
        for snapshot in [Snapshot.playing(), .paused, .stopped, .empty, .fading(0.4)] {
            #expect(announce(snapshot, snapshot, effects: []) == [])
        }
    }

    @Test func aPauseIsOneMessageWithTheStatusAlone() {
        let announcements = player(announce(.playing(), .paused, effects: []))
        #expect(
            announcements == [
                .properties(
                    interface: BusNames.playerInterface, path: BusNames.standardPath,
                    [NamedValue(name: "PlaybackStatus", value: .string("Paused"))])
            ])
    }

    @Test func aPlayIsOneMessageWithTheMetadataAlone() {
        var played = makeEntry(2)
        played.metadata.useCount = 3
        played.metadata.lastUsed = "2024-11-21T17:15:17Z"
        let announcements = announce(
            .playing(), .playing { $0.track = played },
            effects: [.queueChanged(.metadataChanged([played])), .report(.played(played))])
        #expect(names(player(announcements).first) == ["Metadata"])
        #expect(player(announcements).count == 1)
        let metadata = value("Metadata", in: player(announcements).first)?.asProperties
        #expect(metadata?["xesam:useCount"] == .int32(3))
        #expect(metadata?["xesam:lastUsed"] == .string("2024-11-21T17:15:17Z"))
        let interfaces = [
            BusNames.playerInterface, BusNames.trackListInterface, BusNames.queueInterface, BusNames.controlInterface,
        ]
        #expect(announcements.map(\.interface) == interfaces)
    }

    @Test func aNewTrackIsOneMessageWithTheStatusThoughItIsTheSame() {
        let next = Snapshot.playing {
            $0.track = makeEntry(3)
            $0.index = 2
            $0.canGoNext = false
        }
        let announcements = player(announce(.playing(), next, effects: []))
        #expect(announcements.count == 1)
        #expect(names(announcements.first) == ["PlaybackStatus", "Metadata", "CanGoNext"])
        #expect(value("PlaybackStatus", in: announcements.first) == .string("Playing"))
        #expect(value("Metadata", in: announcements.first) == MetadataDictionary.value(of: makeEntry(3)))
    }

    @Test func lateTagsAreOneMessageWithTheMetadataAlone() {
        let retagged = Snapshot.playing { $0.track = makeEntry(2, title: "Other") }
        #expect(names(player(announce(.playing(), retagged, effects: [])).first) == ["Metadata"])
    }

    @Test func whatIsNotShownOfATrackIsNoChange() {
        let changed = Snapshot.playing {
            $0.track?.occurrence = 1
            $0.track?.isMetadataRead = true
            $0.track?.metadata.loudness.trackGain = -3
        }
        #expect(announce(.playing(), changed, effects: []) == [])
    }

    @Test func seekedFollowsTheMetadata() {
        let next = Snapshot.playing { $0.track = makeEntry(3) }
        let announcements = player(announce(.playing(), next, effects: [.seeked(MediaTime(seconds: 3))]))
        #expect(announcements.count == 2)
        #expect(names(announcements.first) == ["PlaybackStatus", "Metadata"])
        #expect(
            announcements.last
                == .signal(
                    "Seeked", interface: BusNames.playerInterface, path: BusNames.standardPath, [.int64(3_000_000)]))
    }

    @Test func ofSeveralSeeksInOneStepTheLastIsTold() {
        let effects: [Effect] = [.seeked(MediaTime(seconds: 3)), .seeked(MediaTime(seconds: 4))]
        #expect(
            player(announce(.playing(), .playing(), effects: effects)) == [
                .signal("Seeked", interface: BusNames.playerInterface, path: BusNames.standardPath, [.int64(4_000_000)])
            ])
    }

    @Test func everyPropertyIsAnnouncedWhenItChanges() {
        let changed = Snapshot.playing {
            $0.volume = 0.5
            $0.repeatMode = .queue
            $0.isShuffled = true
            $0.canGoPrevious = false
            $0.canSeek = false
            $0.queueCount = 11
            $0.queueRevision = 2
            $0.index = 4
            $0.output = OutputStatus(name: "null", isAvailable: true, fallback: "no device")
            $0.outputRates = OutputRates(mixed: 48000, output: 48000)
            $0.configuration.crossfadeDuration = MediaTime(seconds: 4)
            $0.configuration.fadeCurve = .linear
        }
        let announcements = announce(.playing(), changed, effects: [])
        #expect(
            announcements.map(names).filter { !$0.isEmpty } == [
                ["LoopStatus", "Shuffle", "Volume", "CanGoPrevious", "CanSeek"], ["Curve", "ConfiguredDuration"],
                ["Count", "Revision", "CurrentIndex", "Repeat", "Shuffle"], ["Output", "OutputFallback", "OutputRate"],
            ])
    }

    @Test func nothingForeignIsEverSaidOnTheStandardPath() {
        let snapshots = [Snapshot.playing(), .paused, .stopped, .empty, .fading(0), .fading(0.6)]
        let effects: [Effect] = [
            .seeked(.zero), .queueChanged(.replaced), .report(.queueChanged), .queueChanged(.removed([])),
        ]
        for old in snapshots {
            for new in snapshots {
                for announcement in announce(old, new, effects: effects) {
                    guard announcement.path == BusNames.standardPath else {
                        #expect(announcement.path == BusNames.ownPath)
                        continue
                    }
                    #expect(announcement.interface.hasPrefix("org.mpris.MediaPlayer2."))
                    #expect(!names(announcement).contains("Position"))
                }
            }
        }
    }

    @Test func aClientThatFollowsTheAnnouncementsKnowsEverySnapshot() throws {
        let models = [
            PlayerInterface.model, CrossfadeInterface.model, TransitionsInterface.model, QueueInterface.model,
            ControlInterface.model(version: ""),
        ]
        let snapshots = [
            Snapshot.playing(), .withPlan, .paused, .stopped, .empty, .fading(0), .fading(0.3), .fading(0.6),
        ]
        var known: [String: BusValue] = [:]
        func all(_ snapshot: Snapshot) -> [String: BusValue] {
            var values: [String: BusValue] = [:]
            for model in models {
                for property in model.properties {
                    values["\(model.name).\(property.name)"] = property.announced(snapshot)
                }
            }
            return values
        }
        var last = snapshots[0]
        known = all(last)
        for next in snapshots + snapshots.reversed() + [snapshots[3], snapshots[1], snapshots[4], snapshots[2]] {
            for case .properties(let interface, _, let values) in announce(last, next, effects: []) {
                for value in values { known["\(interface).\(value.name)"] = value.value }
            }
            #expect(known == all(next))
            last = next
        }
    }
}
