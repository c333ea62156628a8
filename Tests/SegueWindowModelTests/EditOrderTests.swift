import SDBus
import Testing

@testable import SegueWindowModel

/// The order in which edits of the queue and of playlists are undone and redone.
@Suite struct EditOrderTests {
    private static func edit(_ name: String, _ member: String = "RemoveTracks") -> EditOrder.Edit {
        .playlist(PlaylistEdit(member, name, [.array(of: "u", [.uint32(0)])]))
    }

    private var order = EditOrder()

    private mutating func undo() -> EditOrder.Edit? {
        let edit = order.editToUndo(canUndoQueue: true)
        if let edit { order.undo(edit) }
        return edit
    }

    private mutating func redo() -> EditOrder.Edit? {
        let edit = order.editToRedo(canRedoQueue: true)
        if let edit { order.redo(edit) }
        return edit
    }

    @Test mutating func editsAreUndoneFromTheLastOneAndRedoneFromTheFirst() {
        let edits = [Self.edit("a"), .queue, Self.edit("b"), Self.edit("b", "MoveTrack"), .queue]
        for edit in edits { order.note(edit) }
        for edit in edits.reversed() { #expect(undo() == edit) }
        for edit in edits { #expect(redo() == edit) }
        #expect(undo() == .queue && undo() == Self.edit("b", "MoveTrack"))
        order.note(Self.edit("c"))
        #expect(order.editToRedo(canRedoQueue: false) == nil, "after a new edit")
        #expect(undo() == Self.edit("c") && undo() == Self.edit("b"))
    }

    @Test mutating func editsOfOtherClientsComeLast() {
        #expect(order.editToUndo(canUndoQueue: false) == nil && order.editToRedo(canRedoQueue: false) == nil)
        order.note(Self.edit("a"))
        #expect(undo() == Self.edit("a") && undo() == .queue && undo() == .queue)
        #expect(redo() == .queue && redo() == .queue && redo() == Self.edit("a") && redo() == .queue)
    }

    @Test mutating func anEditThatThePlayerNoLongerKeepsIsPassedOver() {
        order.note(Self.edit("a"))
        order.note(.queue)
        #expect(order.editToUndo(canUndoQueue: false) == Self.edit("a"))
        order.undo(Self.edit("a"))
        #expect(order.editToUndo(canUndoQueue: false) == nil)
        #expect(redo() == Self.edit("a") && undo() == Self.edit("a"), "the passed edit is forgotten")
    }

    @Test mutating func aRefusedReversalIsNotTriedAgain() {
        for name in ["a", "b"] { order.note(Self.edit(name)) }
        #expect(undo() == Self.edit("b"))
        order.forget(Self.edit("b"))
        #expect(order.editToRedo(canRedoQueue: false) == nil)
        #expect(undo() == Self.edit("a") && redo() == Self.edit("a"))
        order.forget(Self.edit("a"))
        #expect(order.editToUndo(canUndoQueue: false) == nil)
    }

    @Test mutating func asManyEditsAreKeptAsByThePlayer() {
        for number in 0...EditOrder.limit { order.note(Self.edit("\(number)")) }
        for number in (1...EditOrder.limit).reversed() { #expect(undo() == Self.edit("\(number)")) }
        #expect(order.editToUndo(canUndoQueue: false) == nil)
    }

    @Test func eachEditOfAPlaylistHasAReversal() {
        let removal = PlaylistEdit("Remove", "a")
        #expect(removal.arguments == [.string("a")])
        #expect(removal.reversal.member == "Restore" && removal.reversal.arguments == [.string("a")])
        let renaming = PlaylistEdit(renaming: "a", to: "b")
        #expect(renaming.member == "Rename" && renaming.arguments == [.string("a"), .string("b")])
        #expect(renaming.reversal.member == "Rename")
        #expect(renaming.reversal.arguments == [.string("b"), .string("a")])
    }
}
