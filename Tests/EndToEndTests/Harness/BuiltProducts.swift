import Foundation

/// What was built beside the tests, and where the repository is.
enum BuiltProducts {
    /// The `segue` of the same build.
    static let segue: URL = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("segue")
    }()

    /// The window of the same build.
    static let window = segue.deletingLastPathComponent().appendingPathComponent("segue-window")

    /// The random sessions of the same build.
    static let sessionTrials = segue.deletingLastPathComponent().appendingPathComponent("SessionTrials")

    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// One plug-in registry for all tests: every test has a home of its own, and would otherwise scan all plug-ins for
    /// it.
    static let pluginRegistry = segue.deletingLastPathComponent().appendingPathComponent("plugin-registry.bin")
}
