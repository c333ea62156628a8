import CGStreamer
import EventLoop
import SegueCore

/// Loads from the network: the fill of their reserve, and broken connections.
extension Loader {
    func handleBuffering(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let deck = deck(of: message), let percent = deck.reserve?.percent(in: message) else { return }
        let generation = deck.generation
        deck.setFill(percent)
        if percent == 100, loads[generation]?.isLoaded != true { return prerolled(generation) }
        tell(.lagging(generation, percent: percent))
    }

    // MARK: - Playlists

    /// Opens an address that a playlist names, instead of the playlist.
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

    /// Fails the load with this error unless it is ready within this time.
    func limit(_ deck: Deck, _ time: MediaTime, failingWith error: AudioPlayerError) {
        let generation = deck.generation
        loads[generation]?.trial = loop.schedule(at: .now.advanced(byNanoseconds: time.nanoseconds)) { [weak self] in
            guard let self else { return }
            loads[generation]?.trial = nil
            if deck.isLoading { fail(generation, with: error) }
        }
    }

    // MARK: - The end of a connection

    /// Handles a server that has refused a part although it offers parts. A load that is not ready yet is read in order
    /// instead; a load that is read in parts fails. Returns false if the load is read in order already, and has only
    /// lost its connection.
    func goOnInOrder(_ deck: Deck) -> Bool {
        if loads[deck.generation]?.isLoaded != true, !deck.isInMixer {
            open(deck, .inOrder)
            return true
        }
        guard deck.access == .atWill else { return false }
        fail(deck.generation, with: ErrorSentences.brokenOff(deck.route.address))
        return true
    }

    /// Handles the end of the source that reads `address`; `answer` is the error with which the server answered.
    func sourceFailed(_ deck: Deck, _ answer: AudioPlayerError?, at address: String) {
        let generation = deck.generation
        if let answer, !deck.hasAnswer {
            fail(generation, with: answer)
        } else if deck.hasAnswer {
            // The part of the stream that has arrived is used before more of it is missed.
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

    /// Returns the address that a source reads from, after redirections; nil if the source does not state it.
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

    /// Returns the error if the data ended before the end of the media; otherwise nil.
    func breakage(of deck: Deck, at sample: Int64) -> AudioPlayerError? {
        processMessages()
        return deck.concludeConnection(at: sample, of: loads[deck.generation]?.reported?.duration)
    }
}
