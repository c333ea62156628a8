import Testing

@testable import SegueAudio

/// Distinguishing an unplugged device from the user's choice.
@Suite struct DeviceWatchTests {
    typealias Device = DeviceWatch.Device

    private static func sink(
        _ index: UInt32, _ name: String, port: String? = nil, empty: Set<String> = [], headset: UInt32? = nil
    ) -> Device {
        Device(
            index: index, name: name, title: "The \(name)",
            port: port.map { DeviceWatch.Port(name: $0, title: "The \($0)") }, emptyPorts: empty, headset: headset)
    }

    private static let speakers = sink(0, "speakers")
    private static let headphones = sink(1, "headphones")

    /// Passes one list after the other to a watch, and returns the change reported for each.
    private func told(requested: String? = nil, _ looks: ([Device], UInt32?)...) -> [DeviceWatch.Change?] {
        var watch = DeviceWatch(requested: requested)
        return looks.map { watch.look(at: $0, playingOn: $1) }
    }

    @Test func aDeviceThatIsGoneIsUnplugged() {
        #expect(
            told(([Self.speakers, Self.headphones], 1), ([Self.speakers], 0)) == [nil, .unplugged("The headphones")])
    }

    @Test func itIsToldAtOnceAndOnce() {
        #expect(
            told(
                ([Self.speakers, Self.headphones], 1), ([Self.speakers], 1), ([Self.speakers], 0), ([Self.speakers], 0))
                == [nil, .unplugged("The headphones"), nil, nil])
    }

    @Test func whatAPersonLeavesIsNotUnplugged() {
        let both = [Self.speakers, Self.headphones]
        #expect(told((both, 1), (both, 0), ([Self.speakers], 0)) == [nil, nil, nil])
    }

    @Test func whatIsPluggedInTakesOver() {
        #expect(told(([Self.speakers], 0), ([Self.speakers, Self.headphones], 1)) == [nil, nil])
    }

    @Test func itReturnsUnderAnotherNumber() {
        #expect(
            told(
                ([Self.speakers, Self.headphones], 1), ([Self.speakers], 0),
                ([Self.speakers, Self.sink(7, "headphones")], 0), ([Self.speakers, Self.sink(7, "headphones")], 7))
                == [nil, .unplugged("The headphones"), nil, .returned("The headphones")])
    }

    @Test func theRequestedDeviceIsTakenAgain() {
        let both = [Self.speakers, Self.headphones]
        let third = both + [Self.sink(2, "third")]
        #expect(
            told(requested: "headphones", (both, 1), ([Self.speakers], 0), (both, 0), (both, 0), (both, 1))
                == [nil, .unplugged("The headphones"), .replaceable, nil, .returned("The headphones")])
        // The server chose among the others by itself.
        #expect(
            told(requested: "speakers", (both, 1), ([Self.speakers], 0), (both, 0))
                == [nil, .unplugged("The headphones"), nil])
        // Before anything has played.
        #expect(
            told(requested: "headphones", (both, nil), ([Self.speakers], nil), ([Self.speakers], 0), (both, 0))
                == [nil, .unplugged("The headphones"), nil, .replaceable])
        #expect(
            told(requested: "headphones", (both, nil), ([Self.speakers], nil), (both, nil), (both, 1))
                == [nil, .unplugged("The headphones"), .returned("The headphones"), nil])
        // Since then, a person has chosen another one.
        #expect(
            told(
                requested: "headphones", (third, 1), ([third[0], third[2]], 0), ([third[0], third[2]], 2), (third, 2))
                == [nil, .unplugged("The headphones"), nil, nil])
        // The device that replaced the requested one has been disconnected too.
        #expect(
            told(
                requested: "headphones", (third, 1), ([third[0], third[2]], 2), ([third[0]], 0), (both, 0), (both, 1))
                == [
                    nil, .unplugged("The headphones"), .unplugged("The third"), .replaceable,
                    .returned("The headphones"),
                ])
    }

    @Test func theServersStandInIsNoDevice() {
        let standIn = Self.sink(5, "auto_null")
        #expect(
            told(([Self.speakers], 0), ([standIn], 5), ([standIn, Self.speakers], 5), ([Self.speakers], 0))
                == [nil, .unplugged("The speakers"), nil, .returned("The speakers")])
        // Music that began without any device goes on when one comes.
        #expect(told(([standIn], 5), ([standIn, Self.speakers], 5), ([Self.speakers], 0)) == [nil, nil, nil])
        #expect(
            told(([standIn], 5), ([Self.speakers], 0), ([standIn], 5)) == [nil, nil, .unplugged("The speakers")])
    }

    @Test func aPlugIsAPort() {
        let plugged = Self.sink(0, "card", port: "headphones")
        let pulled = Self.sink(0, "card", port: "speaker", empty: ["headphones"])
        #expect(
            told(([plugged], 0), ([pulled], 0), ([plugged], 0))
                == [nil, .unplugged("The headphones"), .returned("The headphones")])
    }

    @Test func aPortThatAPersonChoosesIsNoUnplugging() {
        let plugged = Self.sink(0, "card", port: "headphones")
        let chosen = Self.sink(0, "card", port: "speaker")
        #expect(told(([plugged], 0), ([chosen], 0), ([plugged], 0)) == [nil, nil, nil])
    }

    @Test func aPlugThatIsPulledOutMovesTheSoundToAnotherDevice() {
        let plugged = Self.sink(1, "card", port: "headphones")
        let pulled = Self.sink(1, "card", port: "headphones", empty: ["headphones"])
        #expect(
            told(([Self.speakers, plugged], 1), ([Self.speakers, pulled], 0)) == [nil, .unplugged("The card")])
    }

    @Test func aHeadsetInACallIsStillThere() {
        let music = Self.sink(1, "headset.music", headset: 5)
        let call = Self.sink(2, "headset.call", headset: 5)
        #expect(told(([Self.speakers, music], 1), ([Self.speakers, call], 2)) == [nil, nil])
        #expect(
            told(([Self.speakers, music], 1), ([Self.speakers], 0)) == [nil, .unplugged("The headset.music")])
    }

    @Test func withoutAStreamNothingIsUnplugged() {
        #expect(told(([Self.headphones], 1), ([Self.speakers], nil), ([Self.speakers], 0)) == [nil, nil, nil])
    }

    @Test(
        "What a pipe, a tunnel or Bluetooth has read is final, also behind a filter",
        arguments: [
            ("module-alsa-card.c", false), ("modules/module-null-sink.c", false), ("module-pipe-sink.c", true),
            ("module-bluez5-device.c", true), ("module-tunnel-sink.c", true),
        ])
    func finalReads(driver: String, isFinal: Bool) {
        var device = DeviceWatch.Device(index: 1, name: "device", title: "Device")
        device.driver = driver
        var filter = DeviceWatch.Device(index: 2, name: "filter", title: "Filter")
        filter.driver = "module-remap-sink.c"
        filter.master = "device"
        for one in [device, filter] { #expect(one.isReadFinal(among: [device, filter]) == isFinal) }
    }
}
