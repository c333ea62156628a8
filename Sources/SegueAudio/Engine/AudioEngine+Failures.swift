import CGStreamer
import SegueCore

extension AudioEngine {
    func handleError(_ message: UnsafeMutablePointer<GstMessage>) {
        var error: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &error, nil)
        guard let error else { return }
        defer { g_error_free(error) }
        if let branch = branch(of: message) {
            fail(branch.generation, with: ErrorSentences.error(error, uri: branch.uri))
        } else if let source = segue_message_source(message), isOutput(source) {
            loseOutput(reason: String(cString: error.pointee.message))
        }
    }

    /// Gives a load up that can't go on. Of several errors, the first one counts: with it the load is gone.
    func fail(_ generation: LoadGeneration, with error: AudioPlayerError) {
        guard let branch = branches.removeValue(forKey: generation) else { return }
        guard !branch.abandon() else {
            forget(generation)
            if pendingStart?.generation == generation { pendingStart = nil }
            branch.dispose(from: pipeline)
            report(.loadFailed(generation, error))
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
