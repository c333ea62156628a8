import Testing

@testable import SegueKit

@Suite struct UserFolderTests {
    @Test func variablesDecide() {
        let environment = ["XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s/", "HOME": "/home/x"]
        #expect(UserFolder.configuration.path { environment[$0] } == "/c/segue")
        #expect(UserFolder.state.path { environment[$0] } == "/s/segue")
    }

    @Test func homeIsTheFallback() {
        let environment = ["XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": "", "HOME": "/home/x"]
        #expect(UserFolder.configuration.path { environment[$0] } == "/home/x/.config/segue")
        #expect(UserFolder.state.path { environment[$0] } == "/home/x/.local/state/segue")
    }

    @Test(arguments: UserFolder.allCases) func thereIsAlwaysAnAbsolutePath(folder: UserFolder) {
        #expect(folder.path { _ in nil }.hasPrefix("/"))
        #expect(folder.path.hasSuffix("/segue"))
    }
}
