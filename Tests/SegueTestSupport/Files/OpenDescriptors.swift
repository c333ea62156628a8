import Foundation

/// The open descriptors of this process.
public enum OpenDescriptors {
    /// The targets of all open descriptors: paths of files, and names such as `pipe:[4711]`.
    public static var targets: [String] {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }

    /// Returns the number of open descriptors whose targets begin with `kind`.
    public static func count(_ kind: String) -> Int { targets.count { $0.hasPrefix(kind) } }
}
