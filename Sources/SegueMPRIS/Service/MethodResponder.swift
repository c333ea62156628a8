import SDBus
import SegueCore

/// Performs the actions of calls and replies to them. Decides nothing.
struct MethodResponder {
    let bus: Bus
    let access: any PlayerAccess
    let window: WindowPresence

    func respond(to call: MethodCall, of method: MethodModel) -> MethodReply {
        let situation = Situation(
            snapshot: access.snapshot, contains: { access.entry($0) != nil }, hasWindow: window.isAvailable,
            musicFolders: { access.musicFolders })
        do throws(BusError) {
            return carryOut(
                try method.action(MethodArguments(values: call.arguments), situation), for: call, of: method)
        } catch {
            return .failure(error)
        }
    }

    private func carryOut(_ action: MethodAction, for call: MethodCall, of method: MethodModel) -> MethodReply {
        switch action {
        case .nothing: return .values([])
        case .command(let command):
            if case .refused(let error) = access.perform(command) { return .failure(BusError(error)) }
            return .values([])
        case .commandAndWait(let command, let otherwise):
            access.perform(command) { outcome in
                switch outcome {
                // A later call superseded this one, which is not an error.
                case .done, .superseded: call.reply([])
                case .nothingToDo: otherwise.map { call.fail(BusError(.nothingToDo, $0)) } ?? call.reply([])
                case .failed(let error): call.fail(BusError(error))
                }
            }
            return .deferred
        case .configure(let settings):
            access.configure(settings) { outcome, unsaved in
                if case .failed(let error) = outcome { return call.fail(BusError(error)) }
                unsaved.map { call.fail(BusError(.notSaved, $0)) } ?? call.reply([])
            }
            return .deferred
        case .open(let request):
            access.open(request) { result in
                switch result {
                case .success(let opened): call.reply(method.results.isEmpty ? [] : Self.values(of: opened))
                case .failure(let error): call.fail(BusError(error))
                }
            }
            return .deferred
        case .openAndGoTo(let request):
            access.open(request) { result in
                switch result {
                case .success(let opened):
                    guard let first = opened.entries.first, case .refused(let error) = access.perform(.jump(first))
                    else {
                        return call.reply([])
                    }
                    call.fail(BusError(error))
                case .failure(let error): call.fail(BusError(error))
                }
            }
            return .deferred
        case .savePlaylist(let name, let replacing):
            guard access.keepsPlaylists else {
                return .failure(BusError(.notSupported, "This player keeps no playlists."))
            }
            access.savePlaylist(name, replacing: replacing) { result in
                switch result {
                case .success(let uri): call.reply([.string(uri)])
                case .failure(let error): call.fail(BusError(error))
                }
            }
            return .deferred
        case .playlistTracks(let playlist, let offset, let limit):
            access.playlistTracks(playlist, in: offset..<(offset + limit)) { result in
                switch result {
                case .success(let tracks):
                    let rows = tracks.map { track in
                        BusValue.structure([
                            .string(track.location), .string(track.title),
                            .int64(track.duration?.microseconds ?? -1),
                        ])
                    }
                    call.reply([.array(of: "(ssx)", rows)])
                case .failure(let error): call.fail(BusError(error))
                }
            }
            return .deferred
        case .changePlaylist(let name, let change):
            access.changePlaylist(name, change) { result in
                switch result {
                case .success(let leftOut):
                    call.reply(method.results.isEmpty ? [] : [.strings(leftOut.map(\.description))])
                case .failure(let error): call.fail(error)
                }
            }
            return .deferred
        case .library(let request):
            access.answer(request) { result in
                switch result {
                case .success(let rows): call.reply(LibraryInterface.values(of: rows))
                case .failure(let error): call.fail(error)
                }
            }
            return .deferred
        case .libraryCovers(let uris):
            access.covers(of: uris) { result in
                switch result {
                case .success(let covers): call.reply([.strings(covers)])
                case .failure(let error): call.fail(error)
                }
            }
            return .deferred
        case .libraryDetails(let uri):
            access.answer(LibraryRequest(.track(at: uri), limit: 1)) { result in
                switch result {
                case .success(let rows):
                    guard case .tracks(let tracks) = rows, let track = tracks.first else {
                        return call.reply([.properties([:])])
                    }
                    let tags = MetadataDictionary.value(uri: track.uri, track.metadata).asProperties ?? [:]
                    access.measurement(of: track.uri) {
                        let sound = SoundDetails.values(track.metadata, $0, gain: nil)
                        call.reply([.properties(tags.merging(sound) { $1 })])
                    }
                case .failure(let error): call.fail(error)
                }
            }
            return .deferred
        case .mergePlays(let tracks):
            access.mergePlays(tracks) { call.reply([]) }
            return .deferred
        case .openFound(let query, var request):
            access.locations(query) { result in
                switch result {
                case .success(let locations):
                    request.locations = locations
                    _ = carryOut(.open(request), for: call, of: method)
                case .failure(let error): call.fail(error)
                }
            }
            return .deferred
        case .metadata(let ids):
            // A track that fades out has metadata until its last sample, even after it has left the queue.
            let outgoing = access.snapshot.fade?.outgoing
            let entries = ids.compactMap { id in access.entry(id) ?? (outgoing?.id == id ? outgoing : nil) }
            return .values([.array(of: "a{sv}", entries.map { MetadataDictionary.value(of: $0) })])
        case .reply(let values): return .values(values)
        case .queuePage(let offset, let limit): return .values(queuePage(offset: offset, limit: limit))
        case .outputs:
            access.listOutputs { outputs in
                let rows = outputs.map {
                    BusValue.structure([.string($0.name), .string($0.description), .boolean($0.isCurrent)])
                }
                call.reply([.array(of: "(ssb)", rows)])
            }
            return .deferred
        case .details(let id):
            guard let entry = access.entry(id) else { return Self.unknown(id) }
            let snapshot = access.snapshot
            let gain = snapshot.track?.id == id ? snapshot.gain : nil
            access.measurement(of: entry.uri) {
                call.reply([.properties(SoundDetails.values(entry.metadata, $0, gain: gain))])
            }
            return .deferred
        case .envelope(let id, let bins):
            guard let entry = access.entry(id) else { return Self.unknown(id) }
            access.envelope(of: entry, bins: bins) { envelope in
                guard let envelope else {
                    return call.fail(BusError(.notAnalysed, "\(entry.displayName) has not been analysed."))
                }
                let bands = [envelope.low, envelope.middle, envelope.high]
                call.reply(
                    [.int64(envelope.duration.microseconds)] + bands.map { .array(of: "y", $0.map { .byte($0) }) })
            }
            return .deferred
        case .statistics: return .values([Self.values(of: access.statistics)])
        case .slowCommands: return .values([.array(of: "(sxxxxxxs)", access.slowCommands.map(Self.value))])
        case .resetStatistics:
            access.resetStatistics()
            return .values([])
        case .transitions(let count): return .values([.strings(access.transitions(last: count))])
        case .openForDesktop(let request):
            access.open(request) { result in
                switch result {
                case .success: call.reply([])
                case .failure(let error):
                    notify("\(error)")
                    call.fail(BusError(error))
                }
            }
            return .deferred
        case .openAndNotify(let request, let success, let failure):
            access.open(request) { result in
                if case .success = result { notify(success) } else { notify(failure) }
            }
            return .values([])
        case .notify(let sentence):
            notify(sentence)
            return .values([])
        case .raise(let platformData, let action):
            window.raise(platformData)
            return carryOut(action, for: call, of: method)
        case .quit:
            call.reply([])
            bus.flush()
            access.quit()
            return .deferred
        }
    }

    private func notify(_ sentence: String) {
        bus.call(DesktopNotification(title: "Segue", text: sentence).call()) { _ in }
    }

    private static func unknown(_ id: EntryID) -> MethodReply {
        .failure(BusError(.invalidArguments, "\(TrackPath.path(of: id)) is not in the queue."))
    }

    private static func values(of statistics: [(name: String, value: Figure)]) -> BusValue {
        .dictionary(
            key: "s", value: "v",
            statistics.map { name, figure in
                let value: BusValue =
                    switch figure {
                    case .count(let count): .int64(Int64(count))
                    case .seconds(let number): .double(number)
                    }
                return BusValue.Entry(.string(name), .variant(value))
            })
    }

    private static func value(of command: SlowCommand) -> BusValue {
        let stages = command.stages.map { BusValue.int64($0?.microseconds ?? -1) }
        return .structure(
            [.string(command.name), .int64(command.date.nanoseconds / 1000)] + stages
                + [.int64(command.duration.microseconds), .string(command.reason)])
    }

    /// Limits the number of errors reported: of a thousand unreadable files, only the first are named.
    private static func values(of opened: OpenedTracks) -> [BusValue] {
        func sentences(_ errors: [AudioPlayerError]) -> BusValue {
            let limit = 100
            let more = errors.count - limit
            return .strings(errors.prefix(limit).map(\.description) + (more > 0 ? ["And \(more) more."] : []))
        }
        return [
            .objectPaths(opened.entries.map { TrackPath.path(of: $0) }), sentences(opened.leftOut),
            sentences(opened.unanswered),
        ]
    }

    private func queuePage(offset: Int, limit: Int) -> [BusValue] {
        let snapshot = access.snapshot
        let start = min(offset, snapshot.queueCount)
        let entries = access.entries(in: start..<min(start + limit, snapshot.queueCount))
        return [
            .uint64(snapshot.queueRevision),
            .array(of: "a{sv}", entries.map { MetadataDictionary.value(of: $0, .brief) }),
        ]
    }
}
