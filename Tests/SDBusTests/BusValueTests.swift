import Glibc
import SDBus
import SegueTestSupport
import Testing

struct BusValueTests {
    /// One value of each type, and values that are easy to get wrong.
    static var values: [BusValue] {
        [
            .byte(0), .byte(255), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min),
            .uint32(.max),
            .int64(.min), .int64(.max), .uint64(.max), .double(0.1), .double(-.infinity),
            .double(.greatestFiniteMagnitude),
            .string(""), .string("Grüße, 世界 🎵"), .objectPath("/"), .objectPath("/a/b_1"), .signature(""),
            .signature("a{sv}(ii)"),
            .strings([]), .strings(["a", ""]), .objectPaths([]), .objectPaths(["/x"]),
            .array(of: "y", [.byte(1), .byte(2)]), .array(of: "d", [.double(1)]),
            .array(of: "ax", [.array(of: "x", [.int64(1)]), .array(of: "x", [])]),
            .array(of: "(sb)", [.structure([.string("a"), .boolean(true)])]),
            .array(of: "v", [.variant(.int32(1)), .variant(.string("two"))]),
            .array(of: "a{sv}", [.properties([:]), .properties(["k": .double(2)])]),
            .properties([:]), .properties(["b": .int64(1), "a": .strings(["x"])]),
            .dictionary(key: "u", value: "(so)", [.init(.uint32(7), .structure([.string("s"), .objectPath("/o")]))]),
            .structure([.byte(1)]),
            .structure([.structure([.int16(1), .structure([.string("deep")])]), .boolean(false)]),
            .variant(.variant(.variant(.string("three deep")))),
        ]
    }

    @Test func everyTypeComesBackAsItWasSent() throws {
        let buses = try PeerBuses()
        let slot = try buses.server.publish(
            InterfaceDefinition(
                name: "test.Echo",
                methods: [
                    BusMethod("Echo", in: [BusArgument("value", "v")], out: [BusArgument("value", "v")]) {
                        .values($0.arguments)
                    }
                ]), at: "/echo")
        for value in Self.values {
            #expect(try buses.call("Echo", of: "test.Echo", at: "/echo", [.variant(value)]) == [.variant(value)])
        }
        slot.close()
    }

    @Test func everyTypeFitsItsDeclaredSignature() throws {
        let buses = try PeerBuses()
        for value in Self.values {
            let slot = try buses.server.publish(
                InterfaceDefinition(
                    name: "test.Typed",
                    methods: [
                        BusMethod(
                            "Echo", in: [BusArgument("a", value.signature)], out: [BusArgument("b", value.signature)]
                        ) {
                            .values($0.arguments)
                        }
                    ],
                    properties: [BusProperty("Value", value.signature, get: { value })]), at: "/typed")
            #expect(try buses.call("Echo", of: "test.Typed", at: "/typed", [value]) == [value])
            #expect(try buses.get("Value", of: "test.Typed", at: "/typed") == value.unwrapped)
            slot.close()
        }
    }

    @Test func notANumberComesBackToo() throws {
        let buses = try PeerBuses()
        let slot = try buses.server.publish(
            InterfaceDefinition(name: "test.N", properties: [BusProperty("N", "d", get: { .double(.nan) })]), at: "/")
        #expect(try buses.get("N", of: "test.N", at: "/").asDouble?.isNaN == true)
        slot.close()
    }

    @Test(
        arguments: [
            ([0x61, 0, 0x62, 0], [0x61, 0x62]), ([0xFFFE, 0x79, 0xFFFF], [0xFFFD, 0x79, 0xFFFD]),
            ([0xFDD0, 0xFDEF], [0xFFFD, 0xFFFD]), ([0x1FFFE, 0x10FFFF], [0xFFFD, 0xFFFD]),
            ([0xFEFF, 0x61, 0xFDCF, 0xFDF0, 0x1F3B5], [0xFEFF, 0x61, 0xFDCF, 0xFDF0, 0x1F3B5]),
        ] as [([UInt32], [UInt32])])
    func textIsMadeFitForTheBus(sentScalars: [UInt32], arrivedScalars: [UInt32]) throws {
        let sent = Self.text(sentScalars)
        let arrived = Self.text(arrivedScalars)
        let buses = try PeerBuses()
        let slot = try buses.server.publish(
            InterfaceDefinition(name: "test.Text", properties: [BusProperty("Text", "s", get: { .string(sent) })]),
            at: "/text")
        #expect(try buses.get("Text", of: "test.Text", at: "/text") == .string(arrived))
        slot.close()
    }

    private static func text(_ scalars: [UInt32]) -> String {
        String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }))
    }

    @Test func readersTakeTheirTypeOnly() {
        #expect(BusValue.string("a").asString == "a")
        #expect(BusValue.variant(.string("a")).asString == "a")
        #expect(BusValue.objectPath("/a").asString == nil)
        #expect(BusValue.objectPath("/a").asObjectPath == "/a")
        #expect(BusValue.string("/a").asObjectPath == nil)
        #expect(BusValue.boolean(true).asBoolean == true)
        #expect(BusValue.int32(1).asBoolean == nil)
        #expect(BusValue.double(1.5).asDouble == 1.5)
        #expect(BusValue.int64(1).asDouble == nil)
        #expect(BusValue.byte(200).asInt64 == 200)
        #expect(BusValue.int32(-1).asInt64 == -1)
        #expect(BusValue.uint64(.max).asInt64 == nil)
        #expect(BusValue.uint64(.max).asUInt64 == .max)
        #expect(BusValue.int64(-1).asUInt64 == nil)
        #expect(BusValue.double(1).asInt64 == nil)
        #expect(BusValue.strings(["a"]).asStrings == ["a"])
        #expect(BusValue.objectPaths(["/a"]).asStrings == nil)
        #expect(BusValue.objectPaths(["/a"]).asObjectPaths == ["/a"])
        #expect(BusValue.strings(["a"]).asArray == [.string("a")])
        #expect(BusValue.structure([.byte(1)]).asStructure == [.byte(1)])
        #expect(BusValue.properties(["k": .int64(1)]).asProperties == ["k": .int64(1)])
        #expect(BusValue.dictionary(key: "s", value: "s", []).asProperties == nil)
    }

    @Test func propertiesAreSortedAndWrapped() {
        let expected = BusValue.dictionary(
            key: "s", value: "v",
            [.init(.string("a"), .variant(.int32(1))), .init(.string("b"), .variant(.string("x")))])
        #expect(BusValue.properties(["b": .string("x"), "a": .int32(1)]) == expected)
    }

    @Test(arguments: [
        ("/", true), ("/a", true), ("/a/B_9", true), ("", false), ("a", false), ("/a/", false), ("//", false),
        ("/a-b", false), ("/ä", false), ("/a\0b", false), ("/a b", false),
    ])
    func objectPathsAreChecked(path: String, isValid: Bool) {
        #expect(ObjectPath.isValid(path) == isValid)
    }

    @Test func aDescriptorComesAsAnotherOneForTheSameFile() throws {
        let buses = try PeerBuses()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let writer = BusDescriptor(consuming: ends[1])
        let slot = try buses.server.publish(
            InterfaceDefinition(
                name: "test.Files",
                methods: [
                    BusMethod("Open", out: [BusArgument("file", "h")]) { _ in .values([.descriptor(writer)]) }
                ]), at: "/files")
        var taken: BusDescriptor? = try #require(
            try buses.call("Open", of: "test.Files", at: "/files").first?.asDescriptor)
        #expect(taken?.number != writer.number && taken != writer)
        #expect(write(taken?.number ?? -1, "x", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1 && byte == UInt8(ascii: "x"))
        // The descriptor is closed with the last value that retains it.
        let number = taken?.number ?? -1
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        taken = nil
        #expect(fcntl(number, F_GETFD) == -1)
        close(ends[0])
        slot.close()
    }
}
