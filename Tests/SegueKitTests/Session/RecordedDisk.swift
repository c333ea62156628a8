import Foundation
import SegueTestSupport

/// The record that `CRecordedDisk` has made of a database's files, and the states that a loss of power may leave.
///
/// A sync makes all earlier changes of its file durable, and all earlier removals, as a file system with a journal
/// does. A disk may carry out any of the changes since then, in any order, and writes in part, by sectors.
struct RecordedDisk {
    /// The files of a database, by the letters of the record.
    enum File: UInt8 {
        case database = 0x64
        case log = 0x6C
        case journal = 0x6A
        case other = 0x6F

        /// The end of the file's name, after that of the database.
        var ending: String? {
            switch self {
            case .database: ""
            case .log: "-wal"
            case .journal: "-journal"
            case .other: nil
            }
        }
    }

    enum Operation {
        case write(offset: Int, bytes: Data)
        case truncate(Int)
        case sync
        case remove(isSynced: Bool)
        case mark(Int)
    }

    /// A state of the disk after a loss of power.
    struct State {
        /// The content of each file that is there.
        var files: [File: Data]
        /// The last mark before which everything is known to be durable.
        var durable = 0
    }

    private static let sector = 512
    let operations: [(file: File, operation: Operation)]

    init(path: String) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        var operations: [(File, Operation)] = []
        var index = data.startIndex
        func number(at offset: Int) -> Int {
            data[offset..<offset + 8].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        }
        while index + 18 <= data.endIndex {
            let kind = data[index]
            let file = File(rawValue: data[index + 1]) ?? .other
            let first = number(at: index + 2)
            let second = number(at: index + 10)
            index += 18
            switch kind {
            case UInt8(ascii: "w"):
                operations.append((file, .write(offset: first, bytes: data[index..<index + second])))
                index += second
            case UInt8(ascii: "t"): operations.append((file, .truncate(first)))
            case UInt8(ascii: "s"): operations.append((file, .sync))
            case UInt8(ascii: "r"): operations.append((file, .remove(isSynced: first != 0)))
            default: operations.append((file, .mark(first)))
            }
        }
        self.operations = operations
    }

    /// A state that a loss of power after the first `count` operations may leave.
    func state(after count: Int, random: inout SeededRandom) -> State {
        var state = State(files: [:])
        var lastSync: [File: Int] = [:]
        var lastSyncOfAny = -1
        for index in 0..<count {
            switch operations[index].operation {
            case .sync, .remove(isSynced: true):
                lastSync[operations[index].file] = index
                lastSyncOfAny = index
            default: break
            }
        }
        // In some states nothing is lost, and in some everything that is not durable.
        let loss = [0, 1, 4, 8].randomElement(using: &random) ?? 4
        var mark = 0
        // Files whose removal is lost. Later changes were made to another file of that name, which is lost, too.
        var kept: Set<File> = []
        for index in 0..<count {
            let (file, operation) = operations[index]
            if kept.contains(file) { continue }
            var isDurable = index <= lastSync[file] ?? -1
            if case .remove = operation { isDurable = index <= lastSyncOfAny }
            let isCarriedOut = isDurable || Int.random(in: 0..<8, using: &random) >= loss
            switch operation {
            case .write(let offset, let bytes):
                if isCarriedOut {
                    Self.write(bytes, to: &state.files[file, default: Data()], at: offset)
                } else if Bool.random(using: &random) {
                    Self.tear(bytes, to: &state.files[file, default: Data()], at: offset, random: &random)
                }
            case .truncate(let size):
                if isCarriedOut { state.files[file] = state.files[file]?.prefix(size) }
            case .remove: if isCarriedOut { state.files[file] = nil } else { kept.insert(file) }
            case .sync: if file == .log || file == .database { state.durable = mark }
            case .mark(let number): mark = number
            }
        }
        return state
    }

    private static func write(_ bytes: Data, to file: inout Data, at offset: Int) {
        let missing = offset + bytes.count - file.count
        if missing > 0 { file.append(Data(count: missing)) }
        file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }

    /// Writes some of the sectors.
    private static func tear(_ bytes: Data, to file: inout Data, at offset: Int, random: inout SeededRandom) {
        var index = 0
        while index < bytes.count {
            let end = min(bytes.count, ((offset + index) / sector + 1) * sector - offset)
            if Bool.random(using: &random) {
                write(Data(bytes[bytes.startIndex + index..<bytes.startIndex + end]), to: &file, at: offset + index)
            }
            index = end
        }
    }
}
