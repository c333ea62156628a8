import CSystemd
import Glibc

/// Fair scheduling of calls by sender. sd-bus would dispatch calls in the order of arrival, so that all senders would
/// wait for the busiest one. Here, all arrived messages are read first, which costs little, and each call is appended
/// to its sender's line. Then calls are taken from the lines in turn, and returned to sd-bus, which dispatches them.
extension Bus {
    /// The maximum number of waiting calls of one sender, and the maximum memory of the waiting calls of all senders.
    /// Further calls are rejected.
    private static let waitingAtMost = (count: 1000, weight: 2 * MessageWeight.heaviest)

    /// With this many messages waiting to be written, the peer does not read answers. Nothing is served or read until
    /// there is room again, so that the sender has to wait as well.
    private static let unreadAtMost: UInt64 = 1024

    /// The maximum number of messages sorted per turn of the loop; one call is served per turn. The limit far exceeds
    /// the number of served calls. So slow calls leave no line in the bus daemon, where all senders share one line. The
    /// limit is low enough for deadlines and other sources to have their turn.
    private static let arrivalsPerTurn = 512

    /// True if calls can be served immediately, whatever the state of the socket.
    var hasTurnsDue: Bool { servesCalls && !waitingCalls.isEmpty }

    /// Sorts arriving calls. To be called once, before anything arrives.
    func sortCalls(on raw: OpaquePointer) {
        // Without a slot, the filter is released with the connection, which does not outlive the bus's reference to it.
        let result = sd_bus_add_filter(
            raw, nil,
            { message, context, _ in
                guard let message, let context else { return -EINVAL }
                return Unmanaged<Bus>.fromOpaque(context).takeUnretainedValue().arrived(message)
            }, Unmanaged.passUnretained(self).toOpaque())
        precondition(result >= 0, "sd-bus takes no filter: \(String(cString: strerror(-result)))")
    }

    /// Reads, dispatches and writes all messages, within the turn's limit.
    func process() {
        for _ in 0..<Self.arrivalsPerTurn {
            guard step() else { break }
        }
        guard raw != nil, servesCalls, !isUnread, let call = waitingCalls.next() else { return }
        serve(call)
    }

    private func serve(_ call: WaitingCall) {
        guard let raw else { return }
        servedCall = call.raw
        let result = sd_bus_enqueue_for_read(raw, call.raw)
        guard result >= 0 else {
            servedCall = nil
            BusError(errno: result, "The call can't be served").answer(to: call.raw)
            return
        }
        while servedCall != nil, step() {}
        servedCall = nil
    }

    /// Returns 0 to let sd-bus dispatch the message, or 1 to prevent that.
    private func arrived(_ message: OpaquePointer) -> Int32 {
        guard message != servedCall else {
            servedCall = nil
            return 0
        }
        guard sd_bus_message_is_method_call(message, nil, nil) > 0 else { return 0 }
        let weight = MessageWeight(of: message)
        if let refusal = weight.refusal {
            refusal.answer(to: message)
            return 1
        }
        let sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
        let isTaken = waitingCalls.append(
            WaitingCall(message), of: sender, weight: weight.total, within: Self.waitingAtMost)
        if !isTaken {
            BusError(.limitsExceeded, "Too many of your calls are waiting for their answers.").answer(to: message)
        }
        return 1
    }

    /// True if the peer has stopped reading.
    var isUnread: Bool {
        var queued: UInt64 = 0
        guard let raw, sd_bus_get_n_queued_write(raw, &queued) >= 0 else { return false }
        return queued >= Self.unreadAtMost
    }
}

/// A call that has arrived. Retains its message.
final class WaitingCall {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) {
        self.raw = sd_bus_message_ref(raw)
    }

    deinit {
        sd_bus_message_unref(raw)
    }
}
