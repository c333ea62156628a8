import CSystemd
import Glibc

/// Calls take turns by sender. sd-bus would dispatch them in the order of arrival, so that everybody would wait behind
/// whoever sends most. Here, all that has arrived is read first, which costs little, and each call is put into its
/// sender's line. Then one call after the other is taken from the lines in turn, and handed back to sd-bus, which
/// dispatches it.
extension Bus {
    /// How many calls of one sender may wait, and how much memory the waiting calls of all senders may take. Further
    /// calls are refused.
    private static let waitingAtMost = (count: 1000, weight: 2 * MessageWeight.heaviest)

    /// With this many messages waiting to be written, nobody reads answers. Nothing is served or read before there is
    /// room again, so that whoever sends has to wait as well.
    private static let unreadAtMost: UInt64 = 1024

    /// In one turn of the loop, at most this many messages of a flood are sorted, and one call is served. This is far
    /// more messages than calls, so that slow calls leave no line in the bus daemon, where everybody waits behind
    /// everybody. It is few enough for deadlines and other sources to have their turn.
    private static let arrivalsPerTurn = 512

    /// Whether something is to be done at once, whatever the socket says.
    var hasTurnsDue: Bool { servesCalls && !waitingCalls.isEmpty }

    /// Sorts calls that arrive. To be called once, before anything arrives.
    func sortCalls(on raw: OpaquePointer) {
        // Without a slot the filter goes with the connection, which does not outlive the reference that the bus has to
        // it.
        let result = sd_bus_add_filter(
            raw, nil,
            { message, context, _ in
                guard let message, let context else { return -EINVAL }
                return Unmanaged<Bus>.fromOpaque(context).takeUnretainedValue().arrived(message)
            }, Unmanaged.passUnretained(self).toOpaque())
        precondition(result >= 0, "sd-bus takes no filter: \(String(cString: strerror(-result)))")
    }

    /// Reads, dispatches and writes what there is, within the turn's limit.
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

    /// 0 lets sd-bus dispatch the message, 1 keeps it from doing so.
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

    /// Whether the other side has stopped reading.
    var isUnread: Bool {
        var queued: UInt64 = 0
        guard let raw, sd_bus_get_n_queued_write(raw, &queued) >= 0 else { return false }
        return queued >= Self.unreadAtMost
    }
}

/// A call that has arrived. Keeps its message.
final class WaitingCall {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) {
        self.raw = sd_bus_message_ref(raw)
    }

    deinit {
        sd_bus_message_unref(raw)
    }
}
