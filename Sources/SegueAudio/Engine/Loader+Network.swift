import CGStreamer
import EventLoop
import SegueCore

/// Loads that come over the network: how much of them is in reserve, and where they break off.
extension Loader {
    func handleBuffering(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let deck = deck(of: message), let percent = deck.reserve?.percent(in: message) else { return }
        let generation = deck.generation
        deck.setFill(percent)
        if percent == 100, loads[generation]?.isLoaded != true { return prerolled(generation) }
        tell(.lagging(generation, percent: percent))
    }

    // MARK: - Playlists

    /// Opens what a playlist names, in the playlist's place.
    func follow(_ generation: LoadGeneration, _ reading: RemotePlaylist.Reading) {
        guard let deck = loads[generation]?.deck, deck.isLoading else { return }
        switch reading {
        case .stream: break
        case .unusable(let error): fail(generation, with: error)
        case .named(let addresses):
            guard let route = deck.route.through(addresses) else {
                fail(generation, with: ErrorSentences.maze(deck.route.address))
                return
            }
            open(deck, .inOrder, by: route)
        }
    }

    /// Fails the load with this error unless it is ready in this time.
    func limit(_ deck: Deck, _ time: MediaTime, failingWith error: AudioPlayerError) {
        let generation = deck.generation
        loads[generation]?.trial = loop.schedule(at: .now.advanced(byNanoseconds: time.nanoseconds)) { [weak self] in
            guard let self else { return }
            loads[generation]?.trial = nil
            if deck.isLoading { fail(generation, with: error) }
        }
    }

    // MARK: - The end of a connection

    /// The load's server has refused a part although it offers parts. Reads a load that is not ready yet in order
    /// instead, and gives up one that is read in parts. False when the load is read in order already, and has only lost
    /// its connection.
    func goOnInOrder(_ deck: Deck) -> Bool {
        if loads[deck.generation]?.isLoaded != true, !deck.isInMixer {
            open(deck, .inOrder)
            return true
        }
        guard deck.access == .atWill else { return false }
        fail(deck.generation, with: ErrorSentences.brokenOff(deck.route.address))
        return true
    }

    /// The source that reads `address` has come to an end; `answer` is what the server said to it.
    func sourceFailed(_ deck: Deck, _ answer: AudioPlayerError?, at address: String) {
        let generation = deck.generation
        if let answer, !deck.hasAnswer {
            fail(generation, with: answer)
        } else if deck.hasAnswer {
            // What has come of the stream has its say before more of it is missed.
            deck.breakOff(answer ?? ErrorSentences.brokenOff(deck.route.address))
        } else {
            deck.awaitExplanation()
            deck.bin.performInBackground { [inbox, asked = deck.route.address] in
                let error = ErrorSentences.unanswered(asked, ConnectionCheck.run(address))
                inbox.post(.unplayable(deck, error))
            }
        }
    }

    /// The only message of this kind that reaches the loop (`BusWatch`).
    func sentInCircles(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let deck = deck(of: message) else { return }
        fail(deck.generation, with: ErrorSentences.astray(deck.route.address))
    }

    /// The address that a source reads from, behind redirections; nil when the source does not tell.
    static func address(of source: UnsafeMutablePointer<GstObject>) -> String? {
        guard let query = gst_query_new_uri() else { return nil }
        defer { gst_mini_object_unref(segue_query_mini_object(query)) }
        guard gst_element_query(segue_as_element(source), query) != 0 else { return nil }
        var (address, redirection): (UnsafeMutablePointer<gchar>?, UnsafeMutablePointer<gchar>?)
        gst_query_parse_uri(query, &address)
        gst_query_parse_uri_redirection(query, &redirection)
        defer {
            g_free(address)
            g_free(redirection)
        }
        return (redirection ?? address).map { String(cString: $0) }
    }

    /// Why what came over the network ended in front of the end of the media; nil when it did not.
    func breakage(of deck: Deck, at sample: Int64) -> AudioPlayerError? {
        guard !deck.isComplete else { return nil }
        processMessages()
        return deck.concludeConnection(at: sample, of: loads[deck.generation]?.reported?.duration)
    }
}
