extension Sentence {
    /// The codes of the sentences. Programs rely on these names (clients.md, Sentences).
    public enum Code: String, Sendable, CaseIterable {
        // Reasons for a transition.
        case setByHand
        case setByHandWithoutEnd
        case album
        case plainFades
        case noFades
        case unknownEnd
        case shortTrack
        case silentTrack
        case calmTracks
        case fadingEnding
        case coldEnding
        case coldEndingOverQuiet
        case dyingEnding
        case sameTempoOnBeat
        case sameTempoOnPulse
        case tempiOnBeat
        case tempiOnPulse
        case differentRhythms
        case differentRhythmsApart

        // Facts that a plan lacks.
        case outgoingOverNetwork
        case incomingOverNetwork
        case outgoingFailed
        case incomingFailed
        case outgoingUnknown
        case incomingUnknown
        case outgoingByEnds
        case incomingByEnds
        case bothByEnds
        case outgoingByTags
        case incomingByTags
        case bothByTags

        // Reasons of smooth shuffle.
        case chosenForTempo
        case chosenForRelatedTempo
        case chosenForLevel
        case chosenForTempoAndLevel
        case chosenForRelatedTempoAndLevel

        // Errors.
        case invalidState
        case invalidConfiguration
        case fileNotFound
        case fileLoadFailed
        case playlistIncomplete
        case unsupportedFormat
        case loadTimeout
        case nothingPlayable
        case skipFailed
        case engineError
        case outputError
        case busError
        case queueFull
        case cancelled
        case transitionNotSet

        /// The sentence in English, with `%s` for each value.
        public var phrase: Phrase {
            switch self {
            case .setByHand: Phrase("Set by hand.")
            case .setByHandWithoutEnd: Phrase("Set by hand, but it is not known when the track ends.")
            case .album: Phrase("The tracks follow each other on an album.")
            case .plainFades: Phrase("Fades are set to be plain.")
            case .noFades: Phrase("Fades are set to 0 s.")
            case .unknownEnd: Phrase("It is not known when the track ends.")
            case .shortTrack: Phrase("One of the tracks is shorter than two fades.")
            case .silentTrack: Phrase("One of the tracks is silent, and there is nothing to fade.")
            case .calmTracks: Phrase("Both tracks are calm and even here, and overlap for %s s.")
            case .fadingEnding: Phrase("The ending fades out by itself over %s s.")
            case .coldEnding: Phrase("The ending stops at its full level, and is kept whole.")
            case .coldEndingOverQuiet:
                Phrase("The ending is kept whole, over the quiet beginning of the next track.")
            case .dyingEnding: Phrase("The ending dies away, and the next track begins where the level stays even.")
            case .sameTempoOnBeat: Phrase("Both pulse at %s BPM: the next track begins on the beat.")
            case .sameTempoOnPulse: Phrase("Both pulse at %s BPM: the next track begins on the pulse.")
            case .tempiOnBeat: Phrase("They pulse at %s and %s BPM: the next track begins on the beat.")
            case .tempiOnPulse: Phrase("They pulse at %s and %s BPM: the next track begins on the pulse.")
            case .differentRhythms:
                Phrase("Their rhythms differ (%s and %s BPM): they are loud together for %s s only.")
            case .differentRhythmsApart:
                Phrase("Their rhythms differ (%s and %s BPM): they are hardly loud together.")
            case .outgoingOverNetwork: Phrase("The track comes over the network.")
            case .incomingOverNetwork: Phrase("The next track comes over the network.")
            case .outgoingFailed: Phrase("The track could not be analysed: %s")
            case .incomingFailed: Phrase("The next track could not be analysed: %s")
            case .outgoingUnknown: Phrase("The track has not been analysed yet.")
            case .incomingUnknown: Phrase("The next track has not been analysed yet.")
            case .outgoingByEnds: Phrase("The track is heard at both ends alone so far.")
            case .incomingByEnds: Phrase("The next track is heard at both ends alone so far.")
            case .bothByEnds: Phrase("Both tracks are heard at both ends alone so far.")
            case .outgoingByTags: Phrase("The track is known by MixRamp tags alone.")
            case .incomingByTags: Phrase("The next track is known by MixRamp tags alone.")
            case .bothByTags: Phrase("Both tracks are known by MixRamp tags alone.")
            case .chosenForTempo: Phrase("Chosen: same tempo.")
            case .chosenForRelatedTempo: Phrase("Chosen: related tempo.")
            case .chosenForLevel: Phrase("Chosen: even level.")
            case .chosenForTempoAndLevel: Phrase("Chosen: same tempo, even level.")
            case .chosenForRelatedTempoAndLevel: Phrase("Chosen: related tempo, even level.")
            case .invalidState: Phrase("%s is not possible while the player is %s.")
            case .invalidConfiguration: Phrase("%s = %s is not valid: expected %s. The old value stays.")
            case .fileNotFound: Phrase("%s: there is no such file.")
            case .fileLoadFailed: Phrase("%s: could not be played: %s.")
            case .playlistIncomplete: Phrase("%s: is incomplete: %s.")
            case .unsupportedFormat: Phrase("%s: is not audio that can be played here: %s.")
            case .loadTimeout: Phrase("%s: did not load within %s s.")
            case .nothingPlayable: Phrase("%s")
            case .skipFailed: Phrase("%s tracks in a row could not be played. The last problem: %s")
            case .engineError: Phrase("The audio engine failed: %s.")
            case .outputError: Phrase("The output %s failed: %s.")
            case .busError: Phrase("The session bus answered %s: %s")
            case .queueFull: Phrase("The queue is full: it holds at most %s. Nothing was added.")
            case .cancelled: Phrase("%s was cancelled.")
            case .transitionNotSet: Phrase("The transition can't be set: %s.")
            }
        }
    }
}
