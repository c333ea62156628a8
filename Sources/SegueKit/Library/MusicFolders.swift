import SegueCore
package import SegueFiles

/// The folders of the music library (`Configuration.musicFolders`).
package enum MusicFolders {
    /// Returns the absolute paths of the folders of a setting; empty if the desktop has no music folder. Blocks while
    /// it reads the file of xdg-user-dirs.
    package static func of(_ setting: String) -> [LocalPath] {
        of(setting, desktop: PlaylistFolders().music, home: UserFolder.home(environment: UserFolder.environment))
    }

    /// Returns the folders like `of(_:)`, with the given music folder of the desktop and home. A folder inside another
    /// one is omitted.
    static func of(_ setting: String, desktop: String?, home: String) -> [LocalPath] {
        let names = setting == "auto" ? [desktop].compactMap(\.self) : setting.split(separator: ":").map(String.init)
        let paths = names.map { name in
            let isInHome = name == "~" || name.hasPrefix("~/")
            return LocalPath(isInHome ? home + name.dropFirst() : name).absolute(in: LocalPath(home))
        }
        return paths.enumerated().filter { index, path in
            !paths.enumerated().contains { other, outer in
                outer == path ? other < index : path.bytes.starts(with: outer.appending([]).bytes)
            }
        }.map(\.element)
    }
}
