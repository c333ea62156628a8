import Testing

@testable import SegueKit

@Suite struct PlaylistFoldersTests {
    private func folders(_ environment: [String: String], _ files: [String: String] = [:]) -> PlaylistFolders {
        PlaylistFolders(environment: { environment[$0] }, read: { path in files[path].map { Array($0.utf8) } })
    }

    @Test func variablesDecide() {
        let found = folders(["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_MUSIC_DIR": "/m"])
        #expect(found == PlaylistFolders(own: "/d/segue/playlists", music: "/m"))
    }

    @Test(
        arguments: [
            ("XDG_MUSIC_DIR=\"$HOME/Musik\"", "/h/Musik"), ("XDG_MUSIC_DIR=\"/data/my music\"\n", "/data/my music"),
            ("# XDG_MUSIC_DIR=\"/no\"\nXDG_VIDEOS_DIR=\"/v\"\n  XDG_MUSIC_DIR=\"$HOME/a\\\"b\\\\c\"", "/h/a\"b\\c"),
            ("XDG_MUSIC_DIR=\"/a\"\nXDG_MUSIC_DIR=\"/b\"", "/b"), ("XDG_MUSIC_DIR=\"$HOME/\"", nil),
            ("XDG_MUSIC_DIR=\"$HOME\"", nil), ("XDG_MUSIC_DIR=\"relative\"", nil), ("", nil), ("\u{0}\"", nil),
        ] as [(String, String?)])
    func theFileOfTheDesktopIsRead(text: String, music: String?) {
        #expect(folders(["HOME": "/h"], ["/h/.config/user-dirs.dirs": text]).music == music)
        #expect(folders(["HOME": "/h", "XDG_CONFIG_HOME": "/c"], ["/c/user-dirs.dirs": text]).music == music)
    }

    @Test func withoutAnyOfThemItIsMusic() {
        #expect(folders(["HOME": "/h"]) == PlaylistFolders(own: "/h/.local/share/segue/playlists", music: "/h/Music"))
        #expect(folders(["HOME": "/h", "XDG_MUSIC_DIR": "/h/"]).music == nil)
        #expect(folders(["HOME": "/h", "XDG_MUSIC_DIR": "relative"]).music == "/h/Music")
    }
}
