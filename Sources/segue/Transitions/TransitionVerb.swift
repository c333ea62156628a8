import ArgumentParser

struct TransitionVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transition",
        abstract: "Show and set the transition at the end of the track.",
        subcommands: [
            TransitionShowVerb.self, TransitionSetVerb.self, TransitionResetVerb.self, TransitionListVerb.self,
        ],
        defaultSubcommand: TransitionShowVerb.self)
}
