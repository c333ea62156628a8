import CGStreamer
import EventLoop
import SegueCore

extension Loader {
    func handleError(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let error = ElementError(message) else { return }
        if let deck = deck(of: message) {
            // An element also reports an error about data that it misses because nothing is linked to it.
            guard !DecodedStream.isUnlinked(message), !deck.isToBeExplained else { return }
            guard deck.isRemote, let source = segue_message_source(message), segue_is_source(source) != 0 else {
                fail(deck.generation, with: ErrorSentences.error(error, uri: deck.route.address))
                return
            }
            if error.isResource(GST_RESOURCE_ERROR_SEEK), deck.refuseParts(), goOnInOrder(deck) { return }
            let answer = ErrorSentences.answer(message, uri: deck.route.address)
            sourceFailed(deck, answer, at: Self.address(of: source) ?? deck.route.address)
        }
    }

    /// Fails a load unless it is ready soon. Of several errors, the first one counts.
    func doubt(_ generation: LoadGeneration, _ error: AudioPlayerError) {
        guard let load = loads[generation], load.deck.isLoading, load.doubt == nil else { return }
        let end = MonotonicTime.now.advanced(byNanoseconds: DecodingErrors.patience)
        loads[generation]?.doubt = loop.schedule(at: end) { [weak self] in
            guard let self else { return }
            loads[generation]?.doubt = nil
            if load.deck.isLoading { fail(generation, with: error) }
        }
    }

    /// Fails a load that can't continue. Of several errors, the first one counts, because the load no longer exists
    /// after it.
    func fail(_ generation: LoadGeneration, with error: AudioPlayerError) {
        guard let load = loads[generation], case let deck = load.deck else { return }
        let error = deck.breakage ?? deck.misfit ?? error
        guard !deck.abandon() else {
            if let next = deck.route.next, !load.isLoaded {
                open(deck, .inOrder, by: next)
                return
            }
            return giveUp(
                deck, telling: deck.isContinuation ? .failed(generation, error) : .loadFailed(generation, error))
        }
        // Audio decoded before the error still plays, and then the load ends.
        guard deck.takeFailure() else { return }
        // The end may reach the gate at once, and must be known for a break by then.
        deck.breakOff(error)
        deck.endInBackground()
    }

    /// Handles a deck that has delivered nothing for so long that the mixer waits for it in vain.
    func giveUpStalled(_ deck: Deck) {
        // From now on nothing waits for this deck, whatever happens to it.
        deck.setFill(0)
        if loads.leaving.contains(where: { $0 === deck }) { return deck.endWithoutWaitingInBackground() }
        guard deck.takeFailure() else { return }
        let seconds = Int(options.stallLimit.seconds.rounded(.up))
        report(
            .failed(
                deck.generation,
                .fileLoadFailed(path: ErrorSentences.place(deck.uri), reason: Reason.stalled.text("\(seconds)"))))
    }

    /// Discards a load that has not sounded, and reports this event about it.
    func giveUp(_ deck: Deck, telling event: AudioEvent) {
        discard(deck.generation)
        tell(.givenUp(deck.generation, event))
    }

    /// Handles a load that ended without a sample. A reopened load that `isOnTape` has nothing left to be mixed.
    func cameWithoutAudio(_ deck: Deck, isOnTape: Bool) {
        guard isPresent(deck) else { return }
        if deck.isContinuation, isOnTape {
            tell(.exhausted(deck.generation))
        } else if deck.position > .zero, deck.breakage == nil, deck.abandon() {
            // The track ends before this position.
            giveUp(deck, telling: .ended(deck.generation))
        } else {
            fail(deck.generation, with: ErrorSentences.withoutAudio(uri: deck.route.address))
        }
    }
}
