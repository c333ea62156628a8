import CSystemd
import EventLoop
import Glibc

/// A method call to be made.
public struct BusCall: Sendable, Hashable {
    /// A bus name; nil on a peer-to-peer connection.
    public var destination: String?
    public var path: String
    public var interface: String?
    public var member: String
    public var arguments: [BusValue]
    /// True if the bus may start a program to get an owner for the destination. If false, the call fails when the
    /// destination has no owner.
    public var startsDestination: Bool

    public init(
        destination: String? = nil, path: String, interface: String? = nil, member: String,
        arguments: [BusValue] = [], startsDestination: Bool = true
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.startsDestination = startsDestination
    }
}

extension Bus {
    /// Makes a call without waiting. `completion` is called once, later, on the loop's thread, with one of:
    ///
    /// - the results;
    /// - the error that was answered;
    /// - `noReply` after `timeout` nanoseconds;
    /// - `disconnected` if the connection ends first;
    /// - the error that made the call impossible.
    ///
    /// A timeout below 1 µs counts as 1 µs.
    public func call(
        _ call: BusCall, timeout: Int64 = Bus.defaultTimeout,
        _ completion: @escaping (Result<[BusValue], BusError>) -> Void
    ) {
        checkConfinement()
        let pending = PendingCall(member: call.member, bus: self, completion)
        pendingCalls[ObjectIdentifier(pending)] = pending
        do throws(BusError) {
            let raw = try connected()
            let message = try Self.message(call, on: raw)
            let context = Unmanaged.passRetained(pending)
            var slot: OpaquePointer?
            let result = sd_bus_call_async(
                raw, &slot, message.raw,
                { reply, context, _ in
                    guard let reply, let context else { return -EINVAL }
                    Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue().complete(reply: reply)
                    return 1
                }, context.toOpaque(), Self.microseconds(timeout))
            guard result >= 0, let slot else {
                context.release()
                throw BusError(errno: result, "Cannot call \(call.member)")
            }
            pending.slot = Slot(consuming: slot)
        } catch {
            // Called later, because a completion never runs before its call has returned.
            loop.schedule(at: .now) { pending.complete(.failure(error)) }
        }
    }

    /// Makes a call and blocks the thread until the answer arrives. For a command's client verbs, which have nothing
    /// else to do. Other messages that arrive meanwhile are kept for the loop.
    /// - Throws: the error that was answered, `noReply` after `timeout` nanoseconds, `disconnected`, or the error that
    ///   made the call impossible.
    public func callAndWait(
        _ call: BusCall, timeout: Int64 = Bus.defaultTimeout
    ) throws(BusError) -> [BusValue] {
        checkConfinement()
        let raw = try connected()
        let message = try Self.message(call, on: raw)
        var error = sd_bus_error()
        var reply: OpaquePointer?
        let result = sd_bus_call(raw, message.raw, Self.microseconds(timeout), &error, &reply)
        let answered = BusError(consuming: &error)
        guard result >= 0, let reply else {
            switch result {
            case -ETIMEDOUT: throw BusError(.noReply, "\(call.member) was not answered in time.")
            case -ENOTCONN, -ECONNRESET, -EPIPE:
                throw BusError(.disconnected, "The connection ended before \(call.member) was answered.")
            default: throw answered ?? BusError(errno: result, "Cannot call \(call.member)")
            }
        }
        let owned = Message(consuming: reply)
        var reader = MessageReader(message: owned.raw)
        return try reader.readAll()
    }

    private static func message(_ call: BusCall, on raw: OpaquePointer) throws(BusError) -> Message {
        let message = try Message("Cannot call \(call.member)") { made throws(Never) in
            sd_bus_message_new_method_call(raw, made, call.destination, call.path, call.interface, call.member)
        }
        sd_bus_message_set_auto_start(message.raw, call.startsDestination ? 1 : 0)
        try MessageWriter(message: message.raw).append(call.arguments)
        return message
    }

    /// Returns microseconds, rounded up; 0 would mean the default of sd-bus.
    private static func microseconds(_ nanoseconds: Int64) -> UInt64 {
        nanoseconds <= 1000 ? 1 : UInt64((nanoseconds - 1) / 1000 + 1)
    }
}

/// A call that waits for its answer; the call's slot retains it.
final class PendingCall {
    let member: String
    var slot: Slot?
    private weak var bus: Bus?
    private var completion: ((Result<[BusValue], BusError>) -> Void)?

    init(member: String, bus: Bus, _ completion: @escaping (Result<[BusValue], BusError>) -> Void) {
        self.member = member
        self.bus = bus
        self.completion = completion
    }

    func complete(reply raw: OpaquePointer) {
        let reply = Message(borrowing: raw)
        if let error = reply.error {
            // sd-bus reports the end of the connection as NoReply, like a timeout.
            let isLost = sd_bus_is_open(sd_bus_message_get_bus(raw)) <= 0
            let lost = BusError(.disconnected, "The connection ended before \(member) was answered.")
            complete(.failure(isLost && error.kind == .noReply ? lost : error))
            return
        }
        do throws(BusError) {
            var reader = MessageReader(message: raw)
            complete(.success(try reader.readAll()))
        } catch {
            complete(.failure(error))
        }
    }

    /// Calls the completion, but only the first time.
    func complete(_ result: Result<[BusValue], BusError>) {
        bus?.pendingCalls[ObjectIdentifier(self)] = nil
        slot = nil
        let completion = completion
        self.completion = nil
        completion?(result)
    }
}
