import Foundation

/// Runs encoders and decoders: for files as people have them, and for a second opinion on their sound.
public enum Tool {
    public struct Failed: Error {
        public var command: [String]
        public var status: Int32

        public init(command: [String], status: Int32) {
            self.command = command
            self.status = status
        }
    }

    /// Runs a program from the search path to its end, without output. Throws `Failed` when it does not report success.
    public static func run(_ command: String...) throws { try run(command) }

    public static func run(_ command: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(command: command, status: process.terminationStatus)
        }
    }
}
