import Foundation

/// Runs encoders and decoders: for realistic files, and for an independent check of their audio.
public enum Tool {
    public struct Failed: Error {
        public var command: [String]
        public var status: Int32

        public init(command: [String], status: Int32) {
            self.command = command
            self.status = status
        }
    }

    /// Runs a program from the search path to its end, without output. Throws `Failed` if it does not report success.
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
