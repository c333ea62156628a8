import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

extension PlayerClient {
    /// Makes a call to the queue that scans `uris`, however long the scan takes. On a terminal, a bar shows the
    /// progress. Prints on stderr what the player leaves out, and what it queues without knowing whether it is
    /// playable. `details` is the metadata of streams, by URI.
    func callAndScan(
        _ member: String, _ uris: [String], _ arguments: [BusValue], details: [String: [String: BusValue]] = [:]
    ) throws {
        let known = details.map { BusValue.Entry(.string($0), .properties($1)) }
        let reply = try scan(
            member, [.strings(uris)] + arguments + [.dictionary(key: "s", value: "a{sv}", known)], uris)
        func sentences(_ index: Int) -> [String] { reply.count > index ? reply[index].asStrings ?? [] : [] }
        for sentence in sentences(1) { Terminal.tellLeftOut(sentence) }
        for sentence in sentences(2) { Terminal.tellUnanswered(sentence) }
    }

    private func scan(_ member: String, _ arguments: [BusValue], _ uris: [String]) throws -> [BusValue] {
        guard Terminal.standardError.isTerminal else {
            return try call(member, on: .queue, arguments, timeout: Self.scanTimeout)
        }
        let line = ScanLine()
        var answer: Result<[BusValue], BusError> = .success([])
        do throws(BusError) {
            let slot = try bus.subscribe(
                sender: name ?? PlayerInstance.chosen.busName, path: PlayerInterface.queue.path,
                interface: PlayerInterface.queue.name, member: "Scanning"
            ) { signal in
                // Another program may be scanning too.
                guard let scan = ScanProgress(signal.arguments), uris.contains(scan.location) else { return }
                line.show(scan)
            }
            bus.call(busCall(member, on: .queue, arguments), timeout: Self.scanTimeout) { [loop] in
                answer = $0
                loop.stop()
            }
            loop.run()
            withExtendedLifetime(slot) {}
        } catch {
            throw Self.failure(error)
        }
        line.show(nil)
        return try answer.mapError(Self.failure).get()
    }
}

extension ScanProgress {
    /// Reads the arguments of `Scanning`; nil for any other arguments.
    fileprivate init?(_ arguments: [BusValue]) {
        guard arguments.count == 3, let location = arguments[0].asString, let found = arguments[1].asCount,
            let part = arguments[2].asShare
        else { return nil }
        self.init(location: location, found: found, part: part)
    }
}
