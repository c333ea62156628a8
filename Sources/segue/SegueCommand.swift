import ArgumentParser

/// The root command, described by `segue --help`.
struct SegueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segue",
        abstract: "A crossfading audio player whose interface is the desktop.",
        discussion: """
            The player runs as a daemon. Media keys, the widgets of the desktop, playerctl and these verbs control it. \
            Every verb exits with 0 on success, 1 on a failure with one sentence on stderr, and 2 on bad usage.

            With `--instance NAME`, a verb addresses another player beside the first one: the player of that name, \
            with a separate queue and session. `play` starts that player if it is not running.
            """,
        version: "segue \(Version.text)",
        groupedSubcommands: [
            CommandGroup(
                name: "Playing",
                subcommands: [
                    PlayVerb.self, AddVerb.self, NextVerb.self, PreviousVerb.self, CrossfadeVerb.self, PauseVerb.self,
                    ResumeVerb.self, ToggleVerb.self, StopVerb.self, CancelVerb.self, SeekVerb.self, VolumeVerb.self,
                    MuteVerb.self, SleepVerb.self, RateVerb.self, LoveVerb.self, ShuffleVerb.self, RepeatVerb.self,
                    SingleVerb.self,
                    ConsumeVerb.self,
                    UndoVerb.self, RedoVerb.self,
                ]),
            CommandGroup(
                name: "Looking",
                subcommands: [
                    StatusVerb.self, WaitVerb.self, TransitionVerb.self, QueueVerb.self, PlaylistVerb.self,
                    AnalyseVerb.self, SearchVerb.self, LibraryVerb.self, HistoryVerb.self,
                ]),
            CommandGroup(
                name: "Settings",
                subcommands: [OutputVerb.self, ConfigurationVerb.self, StatisticsVerb.self, DoctorVerb.self]),
            CommandGroup(
                name: "Running",
                subcommands: [
                    DaemonVerb.self, RenderVerb.self, CompletionsVerb.self, TitlesVerb.self, DesktopSearchVerb.self,
                ]),
        ],
        // As a short name, it would be found in every word such as `-shopping`.
        helpNames: [.long, .customLong("h", withSingleDash: true)])

    /// Declared for the help and for completion only: `PlayerInstance` removes the option from the command line.
    @Option(
        help: ArgumentHelp("Address the player of this name, beside the first one.", valueName: "name"),
        completion: Completions.instances)
    var instance: String?
}
