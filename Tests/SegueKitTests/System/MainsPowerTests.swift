import SegueTestSupport
import Testing

@testable import SegueKit

/// Idle work waits for mains power if the computer has a battery.
@Suite struct MainsPowerTests {
    private func isOn(_ supplies: [String: [String: String]]) throws -> Bool {
        let folder = TemporaryFolder()
        for (supply, values) in supplies {
            for (name, value) in values { try folder.write("\(supply)/\(name)", text: value + "\n") }
        }
        return MainsPower.isOn(by: folder.path)
    }

    @Test func theAdapterDecidesWhereThereIsABattery() throws {
        let battery = ["type": "Battery", "status": "Discharging"]
        #expect(try isOn(["AC": ["type": "Mains", "online": "1"], "BAT0": battery]))
        #expect(try !isOn(["AC": ["type": "Mains", "online": "0"], "BAT0": battery]))
        #expect(
            try isOn(["AC": ["type": "Mains", "online": "0"], "usb": ["type": "USB", "online": "1"], "B": battery]))
        #expect(try !isOn(["BAT0": battery]))
    }

    @Test func aComputerWithoutABatteryIsOnMains() throws {
        #expect(try isOn([:]))
        #expect(MainsPower.isOn(by: "/no/such/folder"))
        #expect(try isOn(["AC": ["type": "Mains", "online": "0"]]))
        #expect(try isOn(["mouse": ["type": "Battery", "scope": "Device"], "odd": ["type": "?"]]))
    }
}
