public import SDBus

/// The edits made in the window, in the order in which they were made. The player keeps those of the queue and those
/// of each playlist in separate lists, and the order tells which list comes next.
public struct EditOrder: Equatable, Sendable {
    public enum Edit: Equatable, Sendable {
        /// An edit of the queue, as Queue1 undoes and redoes it.
        case queue
        case playlist(PlaylistEdit)
    }

    /// The number of edits that are kept, as many as the player keeps.
    static let limit = 20

    private var done: [Edit] = []
    private var undone: [Edit] = []

    public init() {}

    /// Adds an edit that has just been made, after which no earlier edit can be redone.
    public mutating func note(_ edit: Edit) {
        done = (done + [edit]).suffix(Self.limit)
        undone = []
    }

    /// Returns the edit to undo next; nil if there is none. Edits that other clients have made in the queue come last.
    public func editToUndo(canUndoQueue: Bool) -> Edit? { Self.next(in: done, canUndoQueue) }

    /// Returns the edit to redo next; nil if there is none. Edits that other clients have undone in the queue come
    /// last.
    public func editToRedo(canRedoQueue: Bool) -> Edit? { Self.next(in: undone, canRedoQueue) }

    /// Records that an edit is being undone.
    public mutating func undo(_ edit: Edit) { Self.move(edit, from: &done, to: &undone) }

    /// Records that an edit is being redone.
    public mutating func redo(_ edit: Edit) { Self.move(edit, from: &undone, to: &done) }

    /// Removes an edit whose reversal was refused, so that it is not tried again.
    public mutating func forget(_ edit: Edit) {
        if undone.last == edit { undone.removeLast() } else if done.last == edit { done.removeLast() }
    }

    /// An edit of the queue that the player no longer keeps is passed over.
    private static func next(in edits: [Edit], _ canRevertQueue: Bool) -> Edit? {
        edits.last { $0 != .queue || canRevertQueue } ?? (canRevertQueue ? .queue : nil)
    }

    private static func move(_ edit: Edit, from source: inout [Edit], to target: inout [Edit]) {
        if let index = source.lastIndex(of: edit) { source.removeSubrange(index...) }
        target.append(edit)
    }
}

/// A change of a playlist, as the method of Playlists1 that makes it.
public struct PlaylistEdit: Equatable, Sendable {
    public var member: String
    public var arguments: [BusValue]
    /// The name of the playlist after the edit.
    public var name: String
    /// The name before the edit, if the edit is a change of the name.
    public var formerName: String?

    /// Creates a change of the tracks of a playlist, or its removal. `arguments` are those after the name.
    public init(_ member: String, _ name: String, _ arguments: [BusValue] = []) {
        self.member = member
        self.name = name
        self.arguments = [.string(name)] + arguments
    }

    /// Creates a change of the name.
    public init(renaming former: String, to name: String) {
        self.init("Rename", former, [.string(name)])
        self.name = name
        formerName = former
    }

    /// The method of Playlists1 that reverts the edit, and its arguments.
    public var reversal: (member: String, arguments: [BusValue]) {
        formerName.map { ("Rename", [.string(name), .string($0)]) } ?? ("Restore", [.string(name)])
    }
}
