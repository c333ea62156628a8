import ArgumentParser

struct PlaylistVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlist",
        abstract: "Show, play and change playlists.",
        discussion: """
            The playlists are those of the music folder, and those that `segue queue save` and `segue playlist add` \
            have created in $XDG_DATA_HOME/segue/playlists. Only the latter are ever changed.
            """,
        subcommands: [
            PlaylistListVerb.self, PlaylistShowVerb.self, PlaylistPlayVerb.self, PlaylistAddVerb.self,
            PlaylistRenameVerb.self, PlaylistRemoveVerb.self, PlaylistRestoreVerb.self,
        ],
        defaultSubcommand: PlaylistListVerb.self)
}
