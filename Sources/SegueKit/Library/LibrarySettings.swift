package import SegueCore

/// The settings that the index of the library depends on, in the form of the configuration.
package struct LibrarySettings: Sendable, Hashable {
    package var folders: String
    package var articles: String

    package init(_ configuration: Configuration) {
        folders = configuration.musicFolders
        articles = configuration.articles
    }

    /// The arguments of `segue library follow`. An article may begin with a hyphen, and is no option.
    package var arguments: [String] { ["--", folders, articles] }
}
