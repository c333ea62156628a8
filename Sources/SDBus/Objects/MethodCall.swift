import CSystemd
import Glibc

/// A call that has arrived and expects one answer. Confined to the loop's thread, including its release.
///
/// If a call is released without an answer, an error is sent, so that no caller waits for its timeout.
public final class MethodCall {
    public let arguments: [BusValue]
    /// The unique name of the caller; nil on a peer-to-peer connection.
    public let sender: String?
    public let path: String
    public let interface: String
    public let member: String

    private let message: Message
    private let resultSignature: String
    private let warn: (String) -> Void
    private var isAnswered = false

    /// - Throws: if the arguments can't be read.
    init(
        borrowing raw: OpaquePointer, resultSignature: String, warn: @escaping (String) -> Void
    ) throws(BusError) {
        let message = Message(borrowing: raw)
        var reader = MessageReader(message: raw)
        arguments = try reader.readAll()
        sender = message.sender
        path = message.path
        interface = message.interface
        member = message.member
        self.message = message
        self.resultSignature = resultSignature
        self.warn = warn
    }

    deinit {
        fail(BusError(.noReply, "The call of \(member) was dropped without an answer."))
    }

    /// Answers with `values`, which must have exactly the declared result types. Does nothing after a first answer, if
    /// the caller wants no answer, or if it has disconnected.
    public func reply(_ values: [BusValue]) {
        guard takeAnswer() else { return }
        do {
            let reply = try Message("Cannot answer \(member)") { sd_bus_message_new_method_return(message.raw, $0) }
            try MessageWriter(message: reply.raw).append(values)
            precondition(
                reply.signature == resultSignature,
                "\(interface).\(member) answers with \(reply.signature), declared is \(resultSignature)")
            try reply.send("Cannot answer \(member)")
        } catch {
            sendError(error)
        }
    }

    /// Answers with `error`. Does nothing after a first answer.
    public func fail(_ error: BusError) {
        guard takeAnswer() else { return }
        sendError(error)
    }

    private func takeAnswer() -> Bool {
        guard !isAnswered else { return false }
        isAnswered = true
        return sd_bus_message_get_expect_reply(message.raw) > 0
    }

    private func sendError(_ error: BusError) {
        let result = error.answer(to: message.raw)
        // A connection that has ended has no caller left.
        guard result < 0, result != -ENOTCONN, result != -ECONNRESET else { return }
        warn(BusError(errno: result, "Cannot answer \(member)").message)
    }
}
