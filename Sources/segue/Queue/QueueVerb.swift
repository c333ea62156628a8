import ArgumentParser

struct QueueVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Show and change the queue.",
        discussion: "Entries are identified by their place, counted from 1, as listed by `segue queue list`.",
        subcommands: [
            QueueListVerb.self, QueueJumpVerb.self, QueueMoveVerb.self, QueueRemoveVerb.self, QueueInsertVerb.self,
            QueueSortVerb.self, QueueDedupeVerb.self, QueueCropVerb.self, QueueClearVerb.self, QueueSaveVerb.self,
            ShuffleVerb.self, RepeatVerb.self,
        ],
        defaultSubcommand: QueueListVerb.self)
}
