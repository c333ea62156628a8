import Foundation
import FoundationXML
import SDBus
import SegueTestSupport
import Testing

@testable import SegueMPRIS

/// The files in dbus/ are the truth; what the bus shows of the running service has to be the same.
@Suite struct IntrospectionTests {
    @Test(arguments: [
        (BusNames.rootInterface, BusNames.standardPath), (BusNames.playerInterface, BusNames.standardPath),
        (BusNames.crossfadeInterface, BusNames.ownPath), (BusNames.queueInterface, BusNames.ownPath),
        (BusNames.controlInterface, BusNames.ownPath), (BusNames.trackListInterface, BusNames.standardPath),
        (BusNames.applicationInterface, BusNames.ownPath), (BusNames.playlistsInterface, BusNames.standardPath),
    ])
    func theLiveInterfaceIsTheOneInTheFile(interface: String, path: String) throws {
        let live = try Self.interfaces(in: try ServedPlayer().introspect(path))[interface]
        let file = try Self.interfaces(in: try Self.file(interface))
        #expect(file.keys.sorted() == [interface])
        #expect(live == file[interface])
        #expect(live?.isEmpty == false)
    }

    @Test func theMirrorHasThePropertiesOfTheFileWithoutAnySignal() throws {
        let live = try Self.interfaces(in: try ServedPlayer().introspect(BusNames.standardPath))
        let file = try Self.interfaces(in: try Self.file(BusNames.crossfadeInterface))
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
                    BusNames.crossfadeInterface, BusNames.queueInterface, BusNames.controlInterface,
                    BusNames.applicationInterface,
                ]
            ),
        ] {
            let live = try Self.interfaces(in: try served.introspect(path)).keys.filter {
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

    /// Each interface with its members, one line each, sorted: `method List offset:u:in …`.
    private static func interfaces(in text: String) throws -> [String: [String]] {
        let document = try XMLDocument(xmlString: text)
        let elements = document.rootElement()?.elements(forName: "interface") ?? []
        return Dictionary(
            uniqueKeysWithValues: elements.map { element in
                let members = (element.children ?? []).compactMap { $0 as? XMLElement }.map(line)
                return (element.attribute(forName: "name")?.stringValue ?? "", members.sorted())
            })
    }

    private static func line(_ member: XMLElement) -> String {
        func attribute(_ name: String, of element: XMLElement) -> String? {
            element.attribute(forName: name)?.stringValue
        }
        let own = [
            member.name, attribute("name", of: member), attribute("type", of: member), attribute("access", of: member),
        ]
        let arguments = member.elements(forName: "arg").map { argument in
            [attribute("name", of: argument), attribute("type", of: argument), attribute("direction", of: argument)]
                .compactMap(\.self).joined(separator: ":")
        }
        let annotations = member.elements(forName: "annotation").map {
            "\(attribute("name", of: $0) ?? "")=\(attribute("value", of: $0) ?? "")"
        }
        return (own.compactMap(\.self) + arguments + annotations).joined(separator: " ")
    }
}
