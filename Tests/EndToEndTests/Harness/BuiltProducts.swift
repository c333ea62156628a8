import Foundation

/// The products built beside the tests, and the repository.
enum BuiltProducts {
    /// The `segue` of the same build.
    static let segue: URL = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("segue")
    }()

    /// The window of the same build.
    static let window = segue.deletingLastPathComponent().appendingPathComponent("segue-window")

    /// The program for random sessions, of the same build.
    static let sessionTrials = segue.deletingLastPathComponent().appendingPathComponent("SessionTrials")

    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// One plug-in registry for all tests. Otherwise each test would scan all plug-ins, because each has a separate
    /// home.
    static let pluginRegistry = segue.deletingLastPathComponent().appendingPathComponent("plugin-registry.bin")
}
