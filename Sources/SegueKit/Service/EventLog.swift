import Logging

/// The events worth reporting to the user, as log lines.
enum EventLog {
    static func write(_ event: PlayerEvent, to logger: Logger) {
        logger.log(level: level(of: event), "\(event.sentence)")
    }

    private static func level(of event: PlayerEvent) -> Logger.Level {
        switch event {
        case .error: .error
        case .loadTimedOut, .trackSkipped, .outputLost, .outputReady(_, .some): .warning
        case .trackStarted, .outputReady(_, .none), .streamTitle, .playlistStarted: .info
        case .loadStarted, .loadProgress, .transitionPlanned, .transitionStarted, .transitionFinished, .queueChanged,
            .played, .rated, .analysed:
            .debug
        // Already written at its origin.
        case .sessionTrouble: .debug
        }
    }
}
