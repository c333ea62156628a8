import SegueCore
import Testing

/// The table of states (design.md, States), written down a second time.
@Suite struct StateTests {
    static let track = QueueEntry(id: EntryID(rawValue: 1), uri: "file:///one")
    static let other = QueueEntry(id: EntryID(rawValue: 2), uri: "file:///two")
    static let saved = CrossfadePauseSnapshot(
        outgoingGain: 0.7, incomingGain: 0.7, outgoingPosition: MediaTime(seconds: 50),
        incomingPosition: MediaTime(seconds: 2), originalDuration: MediaTime(seconds: 10),
        curve: .equalPower, takenAt: .zero)

    static func crossfading(_ progress: Double) -> PlayerState {
        .crossfading(fromTrack: track, toTrack: other, progress: progress, canQuickFinish: progress >= 0.5)
    }
    static func crossfadePaused(_ progress: Double) -> PlayerState {
        .crossfadePaused(
            fromTrack: track, toTrack: other, progress: progress, resumeStrategy: ResumeStrategy(progress: progress),
            savedState: saved)
    }

    /// One of each state, and both variants of states with a `previous`.
    static let all: [PlayerState] = [
        .idle, .preparing(track: track), .preparingCrossfade(currentTrack: track, nextTrack: other),
        .playing(track: track), crossfading(0.47), .paused(track: track, position: MediaTime(seconds: 3)),
        crossfadePaused(0.47), .fadingOut(track: track, targetDuration: MediaTime(seconds: 6)),
        .buffering(track: track, percent: 30, previous: .playing),
        .buffering(track: track, percent: 30, previous: .paused),
        .seeking(track: track, from: .zero, to: MediaTime(seconds: 9), previous: .playing),
        .seeking(track: track, from: .zero, to: MediaTime(seconds: 9), previous: .paused), .finished,
        .failed(error: .engineError(reason: "x")),
        .failed(error: .fileNotFound(path: "/x")),
    ]

    static let table: [PlayerState.Kind: Set<PlayerState.Kind>] = [
        .idle: [.preparing],
        .finished: [.preparing],
        .failed: [.idle, .preparing],
        .preparing: [.preparing, .playing, .paused, .crossfadePaused, .fadingOut, .buffering, .failed, .idle],
        .playing: [
            .playing, .paused, .preparingCrossfade, .crossfading, .crossfadePaused, .buffering, .seeking, .fadingOut,
            .finished, .failed,
        ],
        .preparingCrossfade: [
            .preparing, .preparingCrossfade, .playing, .paused, .crossfading, .crossfadePaused, .buffering, .seeking,
            .fadingOut, .finished, .failed,
        ],
        .crossfading: [
            .playing, .paused, .crossfadePaused, .preparingCrossfade, .buffering, .seeking, .fadingOut, .finished,
            .failed,
        ],
        .paused: [
            .paused, .playing, .preparing, .preparingCrossfade, .crossfading, .crossfadePaused, .buffering, .seeking,
            .idle,
        ],
        .crossfadePaused: [
            .crossfading, .playing, .paused, .preparing, .preparingCrossfade, .buffering, .seeking, .idle,
        ],
        .fadingOut: [.playing, .buffering, .preparing, .finished],
        .buffering: [
            .buffering, .playing, .paused, .crossfading, .crossfadePaused, .preparing, .preparingCrossfade, .seeking,
            .idle, .finished, .failed,
        ],
        .seeking: [
            .seeking, .playing, .paused, .crossfadePaused, .buffering, .preparing, .preparingCrossfade, .idle,
            .finished, .failed,
        ],
    ]

    @Test func theTableIsTheSpecification() {
        #expect(Self.table.count == PlayerState.Kind.allCases.count)
        for kind in PlayerState.Kind.allCases { #expect(kind.successors == Self.table[kind], "\(kind)") }
    }

    @Test func aStepOutsideTheTableIsRefused() {
        for from in Self.all {
            for to in Self.all where !(Self.table[from.kind] ?? []).contains(to.kind) {
                #expect(!from.canTransition(to: to), "\(from.kind) → \(to.kind)")
            }
        }
    }

    @Test func stepsDependOnWhatTheStatesCarry() {
        let playing = PlayerState.playing(track: Self.track)
        #expect(!playing.canTransition(to: playing))
        #expect(playing.canTransition(to: .playing(track: Self.other)))
        var again = Self.track
        again.occurrence = 1
        #expect(playing.canTransition(to: .playing(track: again)))
        #expect(!playing.canTransition(to: .buffering(track: Self.track, percent: 1, previous: .paused)))
        #expect(PlayerState.failed(error: .engineError(reason: "")).canTransition(to: .preparing(track: Self.track)))
        let seeking = PlayerState.seeking(track: Self.track, from: .zero, to: .zero, previous: .paused)
        #expect(!seeking.canTransition(to: playing))
        #expect(seeking.canTransition(to: .paused(track: Self.track, position: .zero)))
    }

    @Test(arguments: [
        (PlayerState.idle, "Ready"), (.preparing(track: track), "Loading…"),
        (.preparingCrossfade(currentTrack: track, nextTrack: other), "Playing"), (.playing(track: track), "Playing"),
        (crossfading(0.47), "Crossfading 47%"), (.paused(track: track, position: .zero), "Paused"),
        (crossfadePaused(0.47), "Paused (47%)"), (.fadingOut(track: track, targetDuration: .zero), "Stopping…"),
        (.buffering(track: track, percent: 30, previous: .paused), "Buffering 30%"),
        (.seeking(track: track, from: .zero, to: .zero, previous: .paused), "Paused"),
        (.seeking(track: track, from: .zero, to: .zero, previous: .playing), "Playing"), (.finished, "Finished"),
        (.failed(error: .engineError(reason: "")), "Error"),
    ])
    func aPersonSees(_ state: PlayerState, text: String) {
        #expect(state.statusText == text)
        #expect(state.displayText.hasPrefix(text))
    }

    /// Each row: active, canPause, canResume, terminal, progress.
    @Test(
        arguments: zip(
            all,
            [
                "-----", "AP---", "AP--S", "AP--S", "AP--S", "--R-S",
                "--R-S", "A----", "AP--S", "--R-S", "AP--S",
                "--R-S",
                "---T-", "---T-", "---T-",
            ]))
    func derives(_ state: PlayerState, row: String) {
        func mark(_ flag: Bool, _ letter: String) -> String { flag ? letter : "-" }
        let derived =
            mark(state.isActive, "A") + mark(state.canPause, "P") + mark(state.canResume, "R")
            + mark(state.isTerminal, "T") + mark(state.showsProgress, "S")
        #expect(derived == row, "\(state.kind)")
        #expect(state.isValid)
    }

    @Test func knowsItsTracks() {
        for state in Self.all {
            switch state {
            case .idle, .finished, .failed: #expect(state.currentTrack == nil)
            case .crossfading, .crossfadePaused: #expect(state.currentTrack == Self.other)
            default: #expect(state.currentTrack == Self.track)
            }
        }
    }

    @Test func whatCannotBeIsInvalid() {
        let invalid: [PlayerState] = [
            .crossfading(fromTrack: Self.track, toTrack: Self.track, progress: 0.1, canQuickFinish: false),
            .crossfading(fromTrack: Self.track, toTrack: Self.other, progress: 1.1, canQuickFinish: true),
            .crossfading(fromTrack: Self.track, toTrack: Self.other, progress: 0.6, canQuickFinish: false),
            .preparingCrossfade(currentTrack: Self.track, nextTrack: Self.track),
            .paused(track: Self.track, position: MediaTime(seconds: -1)),
            .fadingOut(track: Self.track, targetDuration: MediaTime(seconds: -1)),
            .buffering(track: Self.track, percent: 101, previous: .playing),
            .seeking(track: Self.track, from: .zero, to: MediaTime(seconds: -1), previous: .playing),
            .crossfadePaused(
                fromTrack: Self.track, toTrack: Self.other, progress: 0.7, resumeStrategy: .continueFromProgress,
                savedState: Self.saved),
        ]
        for state in invalid { #expect(!state.isValid, "\(state)") }
    }

    @Test func comparesWithATolerance() {
        #expect(Self.crossfading(0.4) == Self.crossfading(0.4009))
        #expect(Self.crossfading(0.4) != Self.crossfading(0.402))
        #expect(
            PlayerState.paused(track: Self.track, position: MediaTime(seconds: 1))
                == .paused(track: Self.track, position: MediaTime(seconds: 1.0009)))
        #expect(
            PlayerState.paused(track: Self.track, position: MediaTime(seconds: 1))
                != .paused(track: Self.track, position: MediaTime(seconds: 1.002)))
        for first in Self.all.indices {
            for second in Self.all.indices where first != second {
                #expect(Self.all[first] != Self.all[second])
            }
            #expect(Self.all[first] == Self.all[first])
        }
    }
}
