/// The folders in which playlists are searched and saved.
public struct PlaylistFolders: Sendable, Hashable {
    /// The folder for saved queues, created if it is missing.
    public var own: String
    /// The folder of the user's music; nil without one.
    public var music: String?

    /// Creates folders from their absolute paths, which need not exist.
    public init(own: String, music: String?) {
        self.own = own
        self.music = music
    }

    /// Creates the folders of this user: `$XDG_DATA_HOME/segue/playlists`, and the music folder of xdg-user-dirs.
    /// Blocks while it reads the file of xdg-user-dirs.
    public init() {
        self.init(
            environment: UserFolder.environment,
            read: { path in (try? FileAccess.read(path, limit: 1 << 20)) ?? nil })
    }

    /// Creates the folders like `init()`, with the given environment and file reader.
    init(environment: (String) -> String?, read: (String) -> [UInt8]?) {
        let home = UserFolder.home(environment: environment)
        let configuration =
            environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        let listed = read("\(configuration)/user-dirs.dirs").map { String(decoding: $0, as: UTF8.self) }
        let music =
            environment("XDG_MUSIC_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (listed.map { Self.musicFolder(in: $0, home: home) } ?? "\(home)/Music")
        // xdg-user-dirs uses the home itself to say that there is no such folder.
        let isHome = music.map { Self.isSame($0, home) } ?? false
        self.init(own: "\(UserFolder.data.path(environment: environment))/playlists", music: isHome ? nil : music)
    }

    /// Returns the value of `XDG_MUSIC_DIR="$HOME/…"`; the last such line counts (user-dirs.dirs(5)).
    private static func musicFolder(in text: String, home: String) -> String? {
        var folder: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace)
            guard line.hasPrefix("XDG_MUSIC_DIR=\"") else { continue }
            var value = ""
            var isEscaped = false
            for character in line.dropFirst("XDG_MUSIC_DIR=\"".count) {
                if !isEscaped, character == "\"" { break }
                isEscaped = !isEscaped && character == "\\"
                if !isEscaped { value.append(character) }
            }
            if value == "$HOME" || value.hasPrefix("$HOME/") { value = home + value.dropFirst("$HOME".count) }
            if value.hasPrefix("/") { folder = value }
        }
        return folder
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.split(separator: "/").elementsEqual(right.split(separator: "/"))
    }
}
