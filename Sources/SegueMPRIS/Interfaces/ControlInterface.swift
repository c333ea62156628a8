import SDBus
import SegueCore

/// `io.github.segueplayer.Segue.Control1` (design.md, Names): functions that MPRIS lacks, and variants of MPRIS calls
/// that report the outcome.
enum ControlInterface {
    static func model(version: String) -> InterfaceModel {
        InterfaceModel(
            name: BusNames.controlInterface, methods: methods,
            properties: properties + [PropertyModel("Version", emits: .const, constant: .string(version))],
            signals: [BusSignalDefinition("Event", [BusArgument("kind", "s"), BusArgument("text", "s")])])
    }

    private static let methods = [
        MethodModel("Next", .commandAndWait(.next, otherwise: "There is nothing after the current entry.")),
        MethodModel("Crossfade", .commandAndWait(.crossfade, otherwise: "There is nothing after the current entry.")),
        MethodModel("Previous", .commandAndWait(.previous, otherwise: "There is nothing before the current entry.")),
        MethodModel("Resume", .commandAndWait(.play)),
        MethodModel("Pause", .commandAndWait(.pause)),
        MethodModel("Toggle", .commandAndWait(.toggle)),
        MethodModel("SeekTo", in: [BusArgument("position", "x")], action: seekTo),
        MethodModel("SeekBy", in: [BusArgument("offset", "x")]) { arguments, situation throws(BusError) in
            try requireSeekable(situation.snapshot)
            return .commandAndWait(.seekBy(MediaTime(microseconds: arguments.integer(0))), otherwise: nothingToSeek)
        },
        MethodModel("Stop", in: [BusArgument("fade", "x")], action: stop),
        MethodModel("Cancel", .commandAndWait(.cancel)),
        MethodModel("ListOutputs", out: [BusArgument("outputs", "a(ssb)")], .outputs),
        MethodModel("SelectOutput", in: [BusArgument("output", "s")]) { arguments, _ throws(BusError) in
            try requireOpen(arguments.text(0))
            return .commandAndWait(.selectOutput(arguments.text(0)))
        },
        MethodModel("GetConfiguration", out: [BusArgument("settings", "a{ss}")]) { _, situation in
            let settings = situation.snapshot.settings
            return .reply([.texts(ConfigurationField.allCases.map { ($0.rawValue, $0.text(in: settings)) })])
        },
        MethodModel(
            "SetConfiguration", in: [BusArgument("field", "s"), BusArgument("value", "s")], action: setConfiguration),
        MethodModel("Sleep", in: [BusArgument("after", "x")], action: sleep),
        MethodModel("Statistics", out: [BusArgument("values", "a{sv}")], .statistics),
        MethodModel("SlowCommands", out: [BusArgument("commands", "a(sxxxxxxs)")], .slowCommands),
        MethodModel("ResetStatistics", .resetStatistics),
        MethodModel("SetRating", in: [BusArgument("entry", "o"), BusArgument("rating", "d")], action: setRating),
        MethodModel("Transitions", in: [BusArgument("count", "u")], out: [BusArgument("transitions", "as")]) {
            arguments, _ in
            .transitions(Int(arguments.integer(0)))
        },
    ]

    private static let properties = [
        PropertyModel("State", "s", .shown { .string($0.state.kind.rawValue) }),
        PropertyModel("StatusText", "s", .shown { .string($0.statusText) }),
        PropertyModel("Connecting", "s", .shown { .string($0.connecting?.displayName ?? "") }),
        PropertyModel("Mute", "b", .shown { .boolean($0.modes.isMuted) }) { value, _ in
            .setMode(.mute, value.asBoolean ?? false)
        },
        PropertyModel("StopAfterTrack", "b", .shown { .boolean($0.modes.stopsAfterTrack) }) { value, _ in
            .setMode(.stopAfterTrack, value.asBoolean ?? false)
        },
        PropertyModel("Error", "s", .shown { .string($0.problem?.description ?? "") }),
        PropertyModel(
            "ErrorExplanation", SentenceValue.signature,
            .shown { SentenceValue.of([$0.problem?.sentence].compactMap(\.self)) }),
        PropertyModel("Output", "s", .shown { .string($0.output.name) }),
        PropertyModel("OutputFallback", "s", .shown { .string($0.output.fallback ?? "") }),
        PropertyModel("OutputRate", "u", .shown { .uint32(UInt32($0.outputRates?.output ?? 0)) }),
        PropertyModel("Resampled", "b", .shown { .boolean($0.isResampled ?? false) }),
        PropertyModel("Gain", "d", .shown { .double($0.gain?.decibels ?? 0) }),
        PropertyModel("GainSource", "s", .shown { .string($0.gain?.source.rawValue ?? "") }),
        PropertyModel("SuspendInhibitor", "s", .shown { .string($0.suspendInhibitor?.rawValue ?? "") }),
        PropertyModel("Sound", "a{sv}", emits: .no, .live(sound)),
        PropertyModel("SleepRemaining", "x", emits: .no, .live(sleepRemaining)),
    ]

    private static let nothingToSeek = "There is nothing to seek in: nothing is playing."

    private static func seekTo(_ arguments: MethodArguments, _ situation: Situation) throws(BusError) -> MethodAction {
        try requireSeekable(situation.snapshot)
        let position = MediaTime(microseconds: arguments.integer(0))
        guard position >= .zero else { throw BusError(.invalidArguments, "A position is not negative.") }
        if let length = situation.snapshot.track?.metadata.duration, position > max(length, .zero) {
            throw BusError(.invalidArguments, "\(position) is not within the track, which is \(length) long.")
        }
        return .commandAndWait(.seek(to: position, track: nil), otherwise: nothingToSeek)
    }

    private static func requireSeekable(_ snapshot: Snapshot) throws(BusError) {
        guard let track = snapshot.track, !snapshot.canSeek else { return }
        throw BusError(.notSupported, "“\(track.displayTitle)” is a stream without positions to seek to.")
    }

    private static func stop(_ arguments: MethodArguments, _: Situation) throws(BusError) -> MethodAction {
        let fade = arguments.integer(0)
        guard fade >= -1 else {
            throw BusError(.invalidArguments, "A fade-out takes 0 s or more, or -1 for the configured duration.")
        }
        return .commandAndWait(fade == -1 ? .stop : .finish(fadeDuration: MediaTime(microseconds: fade)))
    }

    private static func setConfiguration(
        _ arguments: MethodArguments, _ situation: Situation
    ) throws(BusError) -> MethodAction {
        guard let field = ConfigurationField(rawValue: arguments.text(0)) else {
            let names = ConfigurationField.allCases.map(\.rawValue).joined(separator: ", ")
            throw BusError(.invalidArguments, "There is no setting of this name; the settings are \(names).")
        }
        if field == .output { try requireOpen(arguments.text(1)) }
        var settings = situation.snapshot.settings
        do {
            try settings.set(field, to: arguments.text(1))
        } catch {
            throw BusError(error)
        }
        return .configure(settings)
    }

    private static func requireOpen(_ output: String) throws(BusError) {
        guard OutputSelection(output).isOpenToClients else {
            throw BusError(
                .accessDenied,
                "Files and GStreamer descriptions can't be chosen as output over the bus, where any program can ask "
                    + "for them: put them into config.toml, or start the player with `segue daemon --output`.")
        }
    }

    private static func sleep(_ arguments: MethodArguments, _: Situation) throws(BusError) -> MethodAction {
        let after = arguments.integer(0)
        guard after >= 0 else {
            throw BusError(.invalidArguments, "A sleep time is not negative; 0 cancels the timer.")
        }
        return .command(.sleep(after: after == 0 ? nil : MediaTime(microseconds: after)))
    }

    private static func setRating(_ arguments: MethodArguments, _ situation: Situation) throws(BusError) -> MethodAction
    {
        guard let id = TrackPath.entry(at: arguments.path(0)), situation.contains(id) else {
            throw BusError(.invalidArguments, "There is no entry \(arguments.path(0)) in the queue.")
        }
        let rating = arguments.number(1)
        guard rating == -1 || (0...1).contains(rating) else {
            throw BusError(.invalidArguments, "A rating is a number from 0 to 1, or -1 for none.")
        }
        return .command(.rate(id, rating == -1 ? nil : rating))
    }

    private static func sound(_ access: any PlayerAccess) -> BusValue {
        let path = access.sound
        let values: [(String, BusValue?)] = [
            ("server", path.server.map { .string($0) }), ("device", path.device.map { .string($0) }),
            ("latency", path.latency.map { .int64($0.microseconds) }), ("queued", .int64(path.queued.microseconds)),
            ("fixed", .int64(path.fixed.microseconds)), ("reserve", path.reserve.map { .int64($0.microseconds) }),
        ]
        return .dictionary(
            key: "s", value: "v",
            values.compactMap { name, value in value.map { BusValue.Entry(.string(name), .variant($0)) } })
    }

    private static func sleepRemaining(_ access: any PlayerAccess) -> BusValue {
        .int64(access.snapshot.sleepAt.map { max($0 - access.now, .zero).microseconds } ?? -1)
    }
}

extension BusValue {
    /// Returns an `a{ss}` with the entries in this order.
    static func texts(_ texts: [(String, String)]) -> BusValue {
        .dictionary(key: "s", value: "s", texts.map { Entry(.string($0.0), .string($0.1)) })
    }
}
