import Foundation
import SDBus
import SegueTestSupport
import Testing

@testable import SegueMPRIS

/// The introspection of the running service must equal the files in dbus/.
@Suite struct IntrospectionTests {
    @Test(arguments: [
        (BusNames.rootInterface, BusNames.standardPath), (BusNames.playerInterface, BusNames.standardPath),
        (BusNames.crossfadeInterface, BusNames.ownPath), (BusNames.transitionsInterface, BusNames.ownPath),
        (BusNames.queueInterface, BusNames.ownPath),
        (BusNames.controlInterface, BusNames.ownPath), (BusNames.trackListInterface, BusNames.standardPath),
        (BusNames.applicationInterface, BusNames.ownPath), (BusNames.playlistsInterface, BusNames.standardPath),
        (BusNames.savedPlaylistsInterface, BusNames.ownPath), (BusNames.libraryInterface, BusNames.ownPath),
    ])
    func theLiveInterfaceIsTheOneInTheFile(interface: String, path: String) throws {
        let live = try InterfaceLines.of(xml: try ServedPlayer().introspect(path))[interface]
        let file = try InterfaceLines.of(xml: try Self.file(interface))
        #expect(file.keys.sorted() == [interface])
        #expect(live == file[interface])
        #expect(live?.isEmpty == false)
    }

    @Test func theMirrorHasThePropertiesOfTheFileWithoutAnySignal() throws {
        let live = try InterfaceLines.of(xml: try ServedPlayer().introspect(BusNames.standardPath))
        let file = try InterfaceLines.of(xml: try Self.file(BusNames.crossfadeInterface))
        let silent = "org.freedesktop.DBus.Property.EmitsChangedSignal=false"
        let expected = file[BusNames.crossfadeInterface]?.filter { $0.hasPrefix("property") }.map { "\($0) \(silent)" }
        #expect(live[BusNames.crossfadeInterface] == expected)
    }

    @Test func nothingElseIsPublished() throws {
        let served = try ServedPlayer()
        let standard: Set = ["Introspectable", "ObjectManager", "Peer", "Properties"]
        for (path, expected) in [
            (
                BusNames.standardPath,
                [
                    BusNames.rootInterface, BusNames.playerInterface, BusNames.trackListInterface,
                    BusNames.playlistsInterface, BusNames.crossfadeInterface,
                ]
            ),
            (
                BusNames.ownPath,
                [
                    BusNames.crossfadeInterface, BusNames.transitionsInterface, BusNames.queueInterface,
                    BusNames.controlInterface, BusNames.applicationInterface, BusNames.savedPlaylistsInterface,
                    BusNames.libraryInterface,
                ]
            ),
        ] {
            let live = try InterfaceLines.of(xml: try served.introspect(path)).keys.filter {
                !standard.contains($0.replacing("org.freedesktop.DBus.", with: ""))
            }
            #expect(live.sorted() == expected.sorted())
        }
    }

    private static func file(_ interface: String) throws -> String {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: package.appending(path: "dbus/\(interface).xml"), encoding: .utf8)
    }
}
