import SDBus
import SegueTestSupport
import Testing

struct ObjectTests {
    /// A small object with a member of each kind.
    final class Thermostat {
        var target: Int64 = 20
        var writes: [Int64] = []

        static let name = "test.Thermostat"
        static let path = "/thermostat"

        var definition: InterfaceDefinition {
            InterfaceDefinition(
                name: Self.name,
                methods: [
                    BusMethod(
                        "Add", in: [BusArgument("first", "x"), BusArgument("second", "x")],
                        out: [BusArgument("sum", "x")]
                    ) { call in
                        guard let first = call.arguments[0].asInt64, let second = call.arguments[1].asInt64 else {
                            return .failure(BusError(.invalidArguments, "Two numbers, please."))
                        }
                        return .values([.int64(first &+ second)])
                    },
                    BusMethod("Refuse") { _ in .failure(BusError(.notSupported, "This is never done.")) },
                    BusMethod("RefuseWordlessly") { _ in .failure(BusError(name: "test.Error.Silent", message: "")) },
                    BusMethod("RefuseBadly") { _ in .failure(BusError(name: "no name", message: "a\0b\u{FFFF}")) },
                    BusMethod("Old", isDeprecated: true) { _ in .values([]) },
                ],
                properties: [
                    BusProperty("Target", "x", get: { .int64(self.target) }, set: self.setTarget),
                    BusProperty("Model", "s", emits: .const, get: { .string("T1") }),
                    BusProperty("Now", "t", emits: .no, get: { .uint64(7) }),
                    BusProperty(
                        "Log", "ax", emits: .invalidates, get: { .array(of: "x", self.writes.map { .int64($0) }) }),
                ],
                signals: [BusSignalDefinition("Reached", [BusArgument("value", "x"), BusArgument("unit", "s")])])
        }

        func setTarget(_ value: BusValue) throws(BusError) {
            guard let number = value.asInt64, (5...30).contains(number) else {
                throw BusError(.invalidArguments, "The target has to be between 5 and 30.")
            }
            target = number
            writes.append(number)
        }
    }

    let buses: PeerBuses
    let thermostat = Thermostat()
    let slot: Slot

    init() throws {
        buses = try PeerBuses()
        slot = try buses.server.publish(thermostat.definition, at: Thermostat.path)
    }

    private func call(_ member: String, _ arguments: [BusValue] = []) throws -> [BusValue] {
        try buses.call(member, of: Thermostat.name, at: Thermostat.path, arguments)
    }

    /// Returns the error of a call that must fail.
    private func failure(_ body: () throws -> Void) -> BusError? {
        do {
            try body()
            return nil
        } catch {
            return error as? BusError
        }
    }

    @Test func methodsAnswer() throws {
        #expect(try call("Add", [.int64(2), .int64(3)]) == [.int64(5)])
        #expect(try call("Old") == [])
    }

    @Test func propertiesAreReadAndSet() throws {
        #expect(try buses.get("Target", of: Thermostat.name, at: Thermostat.path) == .int64(20))
        try buses.set("Target", of: Thermostat.name, at: Thermostat.path, to: .int64(25))
        #expect(thermostat.writes == [25])
        #expect(
            try buses.getAll(of: Thermostat.name, at: Thermostat.path) == [
                "Target": .int64(25), "Model": .string("T1"), "Now": .uint64(7), "Log": .array(of: "x", [.int64(25)]),
            ])
    }

    @Test func anErrorOfASetterLeavesEverythingAsItWas() throws {
        let error = failure {
            try buses.set("Target", of: Thermostat.name, at: Thermostat.path, to: .int64(99))
        }
        #expect(error == BusError(.invalidArguments, "The target has to be between 5 and 30."))
        #expect(thermostat.target == 20)
    }

    @Test func introspectionTellsItAll() throws {
        let xml = try buses.introspect(Thermostat.path)
        for expected in [
            "<interface name=\"test.Thermostat\">",
            "<arg type=\"x\" name=\"first\" direction=\"in\"/>", "<arg type=\"x\" name=\"second\" direction=\"in\"/>",
            "<arg type=\"x\" name=\"sum\" direction=\"out\"/>",
            "<method name=\"Old\">\n   <annotation name=\"org.freedesktop.DBus.Deprecated\" value=\"true\"/>",
            "<property name=\"Target\" type=\"x\" access=\"readwrite\">\n  </property>",
            "<property name=\"Model\" type=\"s\" access=\"read\">\n   "
                + "<annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"const\"/>",
            "<property name=\"Now\" type=\"t\" access=\"read\">\n   "
                + "<annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"false\"/>",
            "<property name=\"Log\" type=\"ax\" access=\"read\">\n   "
                + "<annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"invalidates\"/>",
            "<signal name=\"Reached\">\n   <arg type=\"x\" name=\"value\"/>\n   <arg type=\"s\" name=\"unit\"/>",
        ] {
            #expect(xml.contains(expected), "\(expected) in \(xml)")
        }
        #expect(!xml.contains("Privileged"))
        #expect(try buses.introspect("/").contains("<node name=\"thermostat\"/>"))
    }

    @Test func errorsTravelWithTheirText() throws {
        #expect(failure { _ = try call("Refuse") } == BusError(.notSupported, "This is never done."))
        #expect(
            failure { _ = try call("RefuseWordlessly") }
                == BusError(name: "test.Error.Silent", message: "The call failed with test.Error.Silent."))
        #expect(failure { _ = try call("RefuseBadly") } == BusError(.failed, "ab\u{FFFD}"))
    }

    @Test func wrongCallsGetTheProperErrorWithText() throws {
        let path = Thermostat.path
        let name = Thermostat.name
        let cases: [(BusError.Name, () throws -> Void)] = [
            (.unknownMethod, { _ = try buses.call("Nothing", of: name, at: path) }),
            (.unknownMethod, { _ = try buses.call("Add", of: "test.Nothing", at: path) }),
            (.unknownObject, { _ = try buses.call("Add", of: name, at: "/nothing") }),
            (.invalidArguments, { _ = try buses.call("Add", of: name, at: path, [.string("2"), .int64(3)]) }),
            (.invalidArguments, { _ = try buses.call("Add", of: name, at: path) }),
            (.invalidArguments, { _ = try buses.call("Old", of: name, at: path, [.int64(3)]) }),
            (.unknownProperty, { _ = try buses.get("Nothing", of: name, at: path) }),
            (.unknownInterface, { _ = try buses.getAll(of: "test.Nothing", at: path) }),
            (.propertyReadOnly, { try buses.set("Model", of: name, at: path, to: .string("T2")) }),
            (.unknownProperty, { try buses.set("Nothing", of: name, at: path, to: .string("T2")) }),
            (.invalidArguments, { try buses.set("Target", of: name, at: path, to: .string("25")) }),
            (.invalidArguments, { try buses.set("Target", of: name, at: path, to: .variant(.int64(25))) }),
            (
                .invalidArguments,
                { _ = try buses.call("Get", of: "org.freedesktop.DBus.Properties", at: path, [.int64(1)]) }
            ),
        ]
        for (index, (kind, body)) in cases.enumerated() {
            let error = failure(body)
            #expect(error?.kind == kind, "case \(index)")
            #expect(error?.message.isEmpty == false, "case \(index)")
        }
        #expect(thermostat.writes.isEmpty)
        #expect(try call("Add", [.int64(1), .int64(1)]) == [.int64(2)])
    }

    @Test func aWithdrawnInterfaceIsGoneAndLetsGoOfItsClosures() throws {
        final class Token {}
        var token: Token? = Token()
        weak let watched = token
        let second = try buses.server.publish(
            InterfaceDefinition(
                name: "test.Second", properties: [BusProperty("P", "b", get: { [token] in .boolean(token != nil) })]),
            at: Thermostat.path)
        token = nil
        #expect(try buses.get("P", of: "test.Second", at: Thermostat.path) == .boolean(true))
        second.close()
        second.close()
        #expect(watched == nil)
        #expect(failure { _ = try buses.getAll(of: "test.Second", at: Thermostat.path) }?.kind == .unknownInterface)
        #expect(try call("Add", [.int64(1), .int64(1)]) == [.int64(2)])
    }

    @Test func aMethodMayWithdrawItsOwnInterface() throws {
        var own: Slot?
        own = try buses.server.publish(
            InterfaceDefinition(
                name: "test.Fleeting",
                methods: [
                    BusMethod("Go") { _ in
                        own?.close()
                        return .values([])
                    }
                ]), at: "/fleeting")
        #expect(try buses.call("Go", of: "test.Fleeting", at: "/fleeting") == [])
        #expect(failure { _ = try buses.call("Go", of: "test.Fleeting", at: "/fleeting") }?.kind == .unknownObject)
    }

    @Test func whatCannotBePublishedIsRefused() {
        let publish = { (definition: InterfaceDefinition, path: String) in
            failure { _ = try buses.server.publish(definition, at: path) }
        }
        #expect(publish(thermostat.definition, Thermostat.path) != nil)
        #expect(publish(InterfaceDefinition(name: "not a name"), "/a")?.kind == .invalidArguments)
        #expect(publish(InterfaceDefinition(name: "test.A"), "a")?.kind == .invalidArguments)
        let badSignature = InterfaceDefinition(
            name: "test.A", properties: [BusProperty("P", "a{vs}", get: { .boolean(true) })])
        #expect(publish(badSignature, "/a")?.kind == .invalidArguments)
    }

    @Test func aPropertyThatCannotBeSentIsAnErrorAndAWarning() throws {
        let bad = try buses.server.publish(
            InterfaceDefinition(
                name: "test.Bad", properties: [BusProperty("Path", "o", get: { .objectPath("not a path") })]),
            at: "/bad")
        #expect(failure { _ = try buses.get("Path", of: "test.Bad", at: "/bad") }?.message.isEmpty == false)
        #expect(buses.warnings.count == 1)
        bad.close()
    }

    @Test func anAnswerOfAnotherTypeIsAMistakeOfTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let buses = try PeerBuses()
            let slot = try buses.server.publish(
                InterfaceDefinition(
                    name: "test.Wrong",
                    methods: [BusMethod("Wrong", out: [BusArgument("a", "x")]) { _ in .values([.string("1")]) }]),
                at: "/wrong")
            _ = try buses.call("Wrong", of: "test.Wrong", at: "/wrong")
            slot.close()
        }
    }
}
