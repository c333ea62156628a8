/// The sentences of `UndoText` and `RedoText` (clients.md, Queue1).
public enum ReversalText: KnownPhrases {
    case putBack
    case putTracksBack
    case takeOut
    case takeTracksOut
    case moveBack
    case moveTracksBack
    case formerOrder
    case shuffleOff
    case shuffledOrder
    case emptyQueue
    case formerQueueOfOne
    case formerQueue
    case freeTransition
    case freeTransitions
    case formerTransition
    case formerTransitions

    public var phrase: Phrase {
        switch self {
        case .putBack: Phrase("Put “%s” back.")
        case .putTracksBack: Phrase("Put %s tracks back.")
        case .takeOut: Phrase("Take “%s” out.")
        case .takeTracksOut: Phrase("Take %s tracks out.")
        case .moveBack: Phrase("Move “%s” back.")
        case .moveTracksBack: Phrase("Move %s tracks back.")
        case .formerOrder: Phrase("Go back to the former order.")
        case .shuffleOff: Phrase("Turn shuffle off.")
        case .shuffledOrder: Phrase("Go back to the shuffled order.")
        case .emptyQueue: Phrase("Empty the queue.")
        case .formerQueueOfOne: Phrase("Bring back the queue of 1 track.")
        case .formerQueue: Phrase("Bring back the queue of %s tracks.")
        case .freeTransition: Phrase("Let the player choose the transition from “%s” to “%s”.")
        case .freeTransitions: Phrase("Let the player choose the transition after “%s”.")
        case .formerTransition: Phrase("Restore the transition from “%s” to “%s”.")
        case .formerTransitions: Phrase("Restore the transition after “%s”.")
        }
    }
}
