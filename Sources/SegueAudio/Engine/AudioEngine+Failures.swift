import CGStreamer
import EventLoop
import SegueCore

extension AudioEngine {
    func handleError(_ message: UnsafeMutablePointer<GstMessage>) {
        var error: UnsafeMutablePointer<GError>?
        var details: UnsafeMutablePointer<CChar>?
        gst_message_parse_error(message, &error, &details)
        defer { g_free(details) }
        guard let error else { return }
        defer { g_error_free(error) }
        if let branch = branch(of: message) {
            guard !DecodedStream.isUnlinked(message) else { return }
            guard branch.isRemote, let source = segue_message_source(message), segue_is_source(source) != 0 else {
                fail(branch.generation, with: ErrorSentences.error(error, uri: branch.uri))
                return
            }
            let problem = ErrorSentences.networkError(message, uri: branch.uri, hasBegun: branch.hasBegun)
            // What is ready has something to play before that is missed.
            let isReady = branch.isInMixer || loaded.contains(branch.generation)
            if isReady { branch.breakOff(problem) } else { fail(branch.generation, with: problem) }
        } else if let output, let source = segue_message_source(message), isOutput(source) {
            let reason = ErrorSentences.reason(ofOutput: error, details)
            // A render has no other output to wait for.
            if isOffline { report(.outputLost(name: output.name, reason: reason)) } else { loseOutput(reason: reason) }
        }
    }

    /// Gives a load up if it is not ready soon. Of several errors, the first one counts.
    func doubt(_ generation: LoadGeneration, _ error: AudioPlayerError) {
        guard let branch = branches[generation], branch.isLoading, doubts[generation] == nil else { return }
        let end = MonotonicTime.now.advanced(byNanoseconds: DecodingErrors.patience)
        doubts[generation] = loop.schedule(at: end) { [weak self] in
            guard let self else { return }
            doubts[generation] = nil
            if branch.isLoading { fail(generation, with: error) }
        }
    }

    /// Gives a load up that can't go on. Of several errors, the first one counts: with it the load is gone.
    func fail(_ generation: LoadGeneration, with error: AudioPlayerError) {
        guard let branch = branches.removeValue(forKey: generation) else { return }
        guard !branch.abandon() else {
            forget(generation)
            if pendingStart?.generation == generation { pendingStart = nil }
            branch.dispose()
            report(branch.isContinuation ? .failed(generation, error) : .loadFailed(generation, error))
            withdraw(generation)
            return
        }
        // What was decoded before still plays; then its end comes, as if the file had ended there.
        branches[generation] = branch
        guard branch.takeFailure() else { return }
        branch.endInBackground()
        report(.failed(generation, error))
    }

    private func isOutput(_ object: UnsafeMutablePointer<GstObject>) -> Bool {
        output?.elements.contains { $0.contains(object) } ?? false
    }
}
