import SegueAudio
import Testing

@testable import SegueKit

@Suite struct AirPlayTests {
    /// The state of the modules, whether discovery runs, the finding's state, and a part of its remedy.
    private static let cases: [(AirPlayModules, Bool, Finding.State, String?)] = [
        (modules(isInstalled: false), true, .note, "pulseaudio-module-raop"),
        (modules(isPipeWire: true, isInstalled: false), true, .note, "libpipewire-0.3-modules"),
        (modules(), true, .note, "pactl load-module module-raop-discover"),
        (modules(isSearching: true), false, .note, "avahi-daemon"),
        (modules(isSearching: true), true, .ok, nil),
        (modules(hasSpeaker: true), false, .ok, nil),
    ]

    private static func modules(
        isPipeWire: Bool = false, isInstalled: Bool = true, isSearching: Bool = false, hasSpeaker: Bool = false
    ) -> AirPlayModules {
        AirPlayModules(
            isPipeWire: isPipeWire, isInstalled: isInstalled, isSearching: isSearching, hasSpeaker: hasSpeaker)
    }

    @Test("What is missing for AirPlay speakers is named, with the package or command that brings it")
    func remedies() {
        for (modules, hasDiscovery, state, remedy) in Self.cases {
            let finding = Diagnosis.finding(about: modules, hasDiscovery: hasDiscovery)
            #expect(finding.state == state, "\(modules)")
            #expect((finding.remedy == nil) == (remedy == nil), "\(modules)")
            if let remedy { #expect(finding.remedy?.contains(remedy) == true, "\(finding)") }
        }
    }
}
