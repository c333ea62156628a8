import Logging

/// The log of a player that is a separate program: one sentence at a time, for the user.
struct SentenceLog: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let write: @Sendable (String) -> Void

    static func logger(level: Logger.Level, write: @escaping @Sendable (String) -> Void) -> Logger {
        Logger(label: "segue") { _ in SentenceLog(logLevel: level, write: write) }
    }

    private init(logLevel: Logger.Level, write: @escaping @Sendable (String) -> Void) {
        self.logLevel = logLevel
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        write("\(event.message)" + facts.map { " \($0.key)=\($0.value)" }.joined())
    }
}
