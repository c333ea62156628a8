import EventLoop
import SDBus

/// A client on a bus that records every signal. Tests wait for signals and make calls from any task.
///
/// `@unchecked Sendable`: everything except `loop` is accessed only on the loop's thread.
final class BusObserver: @unchecked Sendable {
    struct TimedOut: Error, CustomStringConvertible {
        var description: String
    }

    private struct Waiter {
        var start: Int
        var isWanted: @Sendable (BusSignal) -> Bool
        var continuation: CheckedContinuation<BusSignal?, Never>
        var deadline: Deadline
    }

    private let loop: EventLoop
    private var bus: Bus?
    private var slot: Slot?
    private var log: [BusSignal] = []
    /// The arrival times of the signals.
    private var times: [MonotonicTime] = []
    private var waiters: [Int: Waiter] = [:]
    private var nextWaiter = 0

    init(address: String) async throws {
        loop = try EventLoop.startThread(name: "observer")
        try await onLoop { observer in
            let bus = try Bus.openAddress(address, on: observer.loop)
            observer.bus = bus
            observer.slot = try bus.subscribe { [weak observer] in observer?.received($0) }
        }
        // From here on no signal is missed: the bus handles the subscription before it replies to this call.
        _ = try await call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
    }

    func close() {
        loop.perform {
            self.slot = nil
            self.bus?.close()
            self.bus = nil
            self.loop.stop()
        }
    }

    // MARK: - Calls

    @discardableResult
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: BusValue...
    ) async throws -> [BusValue] {
        try await call(destination, path, interface, member, arguments: arguments)
    }

    @discardableResult
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, arguments: [BusValue]
    ) async throws -> [BusValue] {
        let call = BusCall(
            destination: destination, path: path, interface: interface, member: member, arguments: arguments)
        let result: Result<[BusValue], BusError> = await withCheckedContinuation { continuation in
            loop.perform {
                guard let bus = self.bus else {
                    continuation.resume(returning: .failure(BusError(.disconnected, "The observer was closed.")))
                    return
                }
                bus.call(call) { continuation.resume(returning: $0) }
            }
        }
        return try result.get()
    }

    func property(_ name: String, of interface: String, at path: String, destination: String) async throws -> BusValue {
        let reply = try await call(
            destination, path, "org.freedesktop.DBus.Properties", "Get", .string(interface), .string(name))
        return reply[0].unwrapped
    }

    // MARK: - Signals

    /// Returns the number of signals so far, as the start of a later wait.
    func mark() async -> Int {
        await withCheckedContinuation { continuation in
            loop.perform { continuation.resume(returning: self.log.count) }
        }
    }

    /// Returns the signals from `start` on.
    func signals(from start: Int = 0) async -> [BusSignal] {
        await withCheckedContinuation { continuation in
            loop.perform { continuation.resume(returning: Array(self.log[start...])) }
        }
    }

    /// Waits until a client has acquired a name since `start`.
    func sees(_ name: String, from start: Int = 0) async throws {
        try await signal(from: start, name) { signal in
            signal.member == "NameOwnerChanged" && signal.arguments[0].asString == name
                && signal.arguments[2].asString != ""
        }
    }

    /// Returns the signals from `start` on, with their arrival times.
    func timedSignals(from start: Int) async -> [(signal: BusSignal, time: MonotonicTime)] {
        await withCheckedContinuation { continuation in
            loop.perform { continuation.resume(returning: Array(zip(self.log[start...], self.times[start...]))) }
        }
    }

    /// Returns the first wanted signal from `start` on, including signals that have already arrived.
    @discardableResult
    func signal(
        from start: Int, within limit: Duration = .seconds(30), _ what: String,
        where isWanted: @escaping @Sendable (BusSignal) -> Bool
    ) async throws -> BusSignal {
        let signal: BusSignal? = await withCheckedContinuation { continuation in
            loop.perform {
                if let found = self.log[start...].first(where: isWanted) {
                    continuation.resume(returning: found)
                    return
                }
                let number = self.nextWaiter
                self.nextWaiter += 1
                let nanoseconds = limit.components.seconds * 1_000_000_000
                let deadline = self.loop.schedule(at: .now.advanced(byNanoseconds: nanoseconds)) {
                    self.waiters.removeValue(forKey: number)?.continuation.resume(returning: nil)
                }
                self.waiters[number] = Waiter(
                    start: start, isWanted: isWanted, continuation: continuation, deadline: deadline)
            }
        }
        guard let signal else { throw TimedOut(description: "Waited \(limit) for \(what).") }
        return signal
    }

    private func received(_ signal: BusSignal) {
        log.append(signal)
        times.append(.now)
        for (number, waiter) in waiters where log.count > waiter.start && waiter.isWanted(signal) {
            waiters[number] = nil
            waiter.deadline.cancel()
            waiter.continuation.resume(returning: signal)
        }
    }

    private func onLoop(_ body: @escaping @Sendable (BusObserver) throws -> Void) async throws {
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            loop.perform { continuation.resume(returning: Result { try body(self) }) }
        }
        try result.get()
    }
}
