import Logging
import SDBus
import SegueAudio
import SegueCore
import SegueMPRIS

/// What the bus sees of the player.
extension AudioPlayerService {
    /// Carries out a command that came over the bus. It is counted among the operations.
    @discardableResult
    func take(_ command: Command, completion: ((CommandOutcome) -> Void)? = nil) -> Reply {
        let shell = LoopConfined(shell)
        let answer = LoopConfined(completion)
        let reply = operations.assumeIsolated { operations in
            do throws(AudioPlayerError) {
                return try operations.runAtOnce(priority: command.priority, description: command.name) {
                    () throws(AudioPlayerError) in
                    let reply = shell.value.perform(command, completion: answer.value).reply
                    if case .refused(let error) = reply { throw error }
                    return reply
                }
            } catch {
                return .refused(error)
            }
        }
        if reply == .accepted { save(command) }
        return reply
    }

    /// Opens what can be opened. A client that adds streams, or playlists with streams, and waits for the answer
    /// receives what their servers say; a slow one holds up nothing else.
    func reach(
        _ request: OpenRequest, _ completion: @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void
    ) {
        guard request.isAwaited, !request.play, MediaOpener.asks(about: request.locations, toPlay: false) else {
            return open(request, completion)
        }
        let answer = LoopConfined(completion)
        opener.ask(about: request.locations) { [weak self] answers in
            guard let self else {
                return answer.value(.failure(.invalidState(current: "closed", attempted: "add")))
            }
            assumeIsolated { $0.open(request, knowing: answers, answer.value) }
        }
    }

    /// Looks for audio and puts it into the queue, as an operation that a stop cancels if it would play. The completion
    /// is called once, with the new entries in order and what was left out. Whoever waits for the sound does so outside
    /// of the operations. Without `answers`, the servers of several streams that are to be played are asked before.
    func open(
        _ request: OpenRequest, knowing answers: StreamAnswers? = nil,
        _ completion: @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void
    ) {
        let description = "\(request.play ? "open" : "add") \(request.summary)"
        let answer = LoopConfined(completion)
        do {
            _ = try operations.assumeIsolated { operations in
                try operations.enqueue(
                    priority: request.play ? .playback : .edit, description: description, isCancellable: request.play,
                    // Disks wake up, and folders are large.
                    takesLong: true,
                    operation: { try await self.carryOut(request, knowing: answers, description) },
                    completion: { result in
                        self.assumeIsolated { service in
                            switch result {
                            case .success((let opened, let outcome)):
                                Task(executorPreference: service.loop) {
                                    await service.answer(answer, with: opened, after: outcome)
                                }
                            // A stop has overtaken the request before anything was opened; nothing was refused.
                            case .failure(is CancellationError): answer.value(.success(OpenedTracks(entries: [])))
                            case .failure(let error): answer.value(.failure(service.failure(error, of: description)))
                            }
                        }
                    })
            }
        } catch {
            completion(.failure(failure(error, of: description)))
        }
    }

    /// The entries that were opened, and the outcome of their command. The outcome stays empty where nobody waits for
    /// it.
    private func carryOut(
        _ request: OpenRequest, knowing known: StreamAnswers?, _ description: String
    ) async throws -> (OpenedTracks, Outcome<CommandOutcome>) {
        let answers = if let known { known } else { try await askServers(of: request) }
        let finding = try await find(request.locations, toPlay: request.play, knowing: answers)
        for error in answers.unanswered { logger.warning("\(error)") }
        let edit: QueueEdit =
            switch request.destination {
            case .insert(let place): .insert(finding.entries, at: place, play: request.play)
            case .replace: .replace(finding.entries, play: request.play, playlist: request.playlist)
            }
        let outcome = Outcome<CommandOutcome>()
        let step = try perform(.edit(edit), for: description) { outcome.settle($0) }
        if !request.isAwaited { outcome.settle(nil) }
        return (
            OpenedTracks(entries: step.inserted, leftOut: finding.problems, unanswered: answers.unanswered), outcome
        )
    }

    /// What the servers say of the streams that a request would play; nothing where nobody waits for the answer.
    private func askServers(of request: OpenRequest) async throws -> StreamAnswers {
        guard request.isAwaited, request.play, MediaOpener.asks(about: request.locations, toPlay: true) else {
            return StreamAnswers()
        }
        let outcome = Outcome<StreamAnswers>()
        opener.ask(about: request.locations) { outcome.settle($0) }
        guard let answers = await outcome.value() else { throw CancellationError() }
        return answers
    }

    private func answer(
        _ completion: LoopConfined<(Result<OpenedTracks, AudioPlayerError>) -> Void>, with opened: OpenedTracks,
        after outcome: Outcome<CommandOutcome>
    ) async {
        if case .failed(let error) = await outcome.value() { return completion.value(.failure(error)) }
        // A command was not refused just because a later one has taken its place.
        completion.value(.success(opened))
    }

    /// The envelope of a file whose sound is known, from this life or an earlier one; nil for another file, which is
    /// analysed then.
    func envelope(of uri: String, bins: Int, _ completion: @escaping (Envelope?) -> Void) {
        if let facts = shell.player.facts(of: uri) { return completion(facts.measurement.envelope(bins: bins)) }
        guard let analyst else { return completion(nil) }
        analyst.remembered(uri) { [shell] sound in
            completion(sound?.envelope(bins: bins))
            if sound == nil { shell.receive(.soundRequested(uri)) }
        }
    }

    func listOutputs(_ completion: @escaping ([OutputDescription]) -> Void) {
        let answer = LoopConfined(completion)
        opener.listOutputs { [weak self] devices in
            self?.assumeIsolated { service in
                answer.value(service.describe(devices))
            }
        }
    }

    /// Every device, and what sound goes out on now. Where that is none of the devices, it has a row of its own.
    private func describe(_ devices: [OutputDevice]) -> [OutputDescription] {
        let current = shell.currentDevice(among: devices)
        let rows = devices.map {
            OutputDescription(name: $0.name, description: $0.title, isCurrent: $0 == current)
        }
        let output = shell.snapshot.output
        guard output.isAvailable, current == nil else { return rows }
        let description = output.fallback ?? Self.title(of: OutputSelection(output.name))
        return [OutputDescription(name: output.name, description: description, isCurrent: true)] + rows
    }

    /// What a person is told about an output that is no device of the list.
    private static func title(of output: OutputSelection) -> String {
        switch output {
        case .null: "Silence, in real time"
        case .file: "A file with what would be heard"
        case .description: "A GStreamer sink"
        case .automatic, .device: output.text
        }
    }
}

extension OpenRequest {
    /// For a line of the log: a request may have 100,000 locations.
    fileprivate var summary: String {
        let first = locations.first ?? ""
        return locations.count > 1 ? "\(first) and \(locations.count - 1) more" : first
    }
}
