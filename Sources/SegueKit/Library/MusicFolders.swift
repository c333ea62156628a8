import SegueCore
package import SegueFiles

/// The folders whose music the library has (`Configuration.musicFolders`).
package enum MusicFolders {
    /// The folders of a setting, from the root on; none where the desktop has no music folder. Blocks while it reads
    /// the file of xdg-user-dirs.
    package static func of(_ setting: String) -> [LocalPath] {
        of(setting, desktop: PlaylistFolders().music, home: UserFolder.home(environment: UserFolder.environment))
    }

    /// As `of(_:)`, with the desktop's music folder and the home handed in. A folder inside of another one is left out.
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
