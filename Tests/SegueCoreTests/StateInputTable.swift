import SegueCore
import Testing

/// The expected outcome of every input in every situation, one row each.
extension StateInputTests {
    static let table: [Situation: String] = [
        .empty: """
        play: !
        pause: =
        toggle: !
        stop: =
        finish: =
        finish now: =
        finish in a year: !
        next: =
        previous: =
        jump nowhere: =
        seek: =
        seek past the end: =
        seek another track: =
        seek by: =
        volume: idle
        volume nan: !
        repeat: idle
        shuffle: idle
        configuration: idle
        bad configuration: !
        replace track: !
        append: idle
        open: preparing
        replace: preparing
        replace and stop: idle
        clear: =
        reset: =
        output: idle
        no output: !
        sleep: idle
        faded out: idle
        output lost: idle
        output ready: idle
        output refused: idle
        late news: idle
        """,
        .idle: """
        play: preparing
        pause: =
        toggle: preparing
        stop: =
        finish: =
        finish now: =
        finish in a year: !
        next: idle
        previous: idle
        jump: idle
        jump nowhere: =
        play entry: preparing
        seek: =
        seek past the end: =
        seek another track: =
        seek by: =
        volume: idle
        volume nan: !
        repeat: idle
        shuffle: idle
        configuration: idle
        bad configuration: !
        replace track: !
        append: idle
        open: preparing
        replace: preparing
        replace and stop: idle
        remove current: idle
        clear: idle
        reset: =
        output: idle
        no output: !
        sleep: idle
        faded out: idle
        output lost: idle
        output ready: idle
        output refused: idle
        late news: idle
        """,
        .preparing: """
        play: =
        pause: preparing
        toggle: preparing
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: preparing
        previous: preparing
        jump: preparing
        jump nowhere: =
        play entry: preparing
        seek: preparing
        seek past the end: preparing
        seek another track: =
        seek by: preparing
        volume: preparing
        volume nan: !
        repeat: preparing
        shuffle: preparing
        configuration: preparing
        bad configuration: !
        replace track: preparing
        append: preparing
        open: preparing
        replace: preparing
        replace and stop: idle
        remove current: preparing
        clear: idle
        reset: =
        output: preparing
        no output: !
        sleep: preparing
        loaded: playing
        load failed: preparing
        faded out: preparing
        output lost: preparing
        output ready: preparing
        output refused: preparing
        late news: preparing
        """,
        .preparingPaused: """
        play: preparing
        pause: =
        toggle: preparing
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: preparing
        previous: preparing
        jump: preparing
        jump nowhere: =
        play entry: preparing
        seek: preparing
        seek past the end: preparing
        seek another track: =
        seek by: preparing
        volume: preparing
        volume nan: !
        repeat: preparing
        shuffle: preparing
        configuration: preparing
        bad configuration: !
        replace track: preparing
        append: preparing
        open: preparing
        replace: preparing
        replace and stop: idle
        remove current: preparing
        clear: idle
        reset: =
        output: preparing
        no output: !
        sleep: preparing
        loaded: paused
        load failed: preparing
        faded out: preparing
        output lost: preparing
        output ready: preparing
        output refused: preparing
        late news: preparing
        """,
        .playing: """
        play: =
        pause: paused
        toggle: paused
        stop: fadingOut
        finish: fadingOut
        finish now: finished
        finish in a year: !
        next: preparingCrossfade
        previous: preparingCrossfade
        jump: preparingCrossfade
        jump nowhere: =
        play entry: preparingCrossfade
        seek: seeking
        seek past the end: preparingCrossfade
        seek another track: =
        seek by: seeking
        volume: playing
        volume nan: !
        repeat: playing
        shuffle: playing
        configuration: playing
        bad configuration: !
        replace track: preparingCrossfade
        append: playing
        open: preparingCrossfade
        replace: preparingCrossfade
        replace and stop: finished
        remove current: preparingCrossfade
        clear: finished
        reset: =
        output: playing
        no output: !
        sleep: playing
        begun: crossfading
        ended: playing
        failed: playing
        faded out: playing
        buffering: buffering
        buffered: playing
        output lost: paused
        output ready: playing
        output refused: playing
        late news: playing
        """,
        .preparingCrossfade: """
        play: =
        pause: preparing
        toggle: preparing
        stop: fadingOut
        finish: fadingOut
        finish now: finished
        finish in a year: !
        next: preparingCrossfade
        previous: =
        jump: preparingCrossfade
        jump nowhere: =
        play entry: preparingCrossfade
        seek: preparingCrossfade
        seek past the end: preparingCrossfade
        seek another track: =
        seek by: preparingCrossfade
        volume: preparingCrossfade
        volume nan: !
        repeat: preparingCrossfade
        shuffle: preparingCrossfade
        configuration: preparingCrossfade
        bad configuration: !
        replace track: preparingCrossfade
        append: preparingCrossfade
        open: preparingCrossfade
        replace: preparingCrossfade
        replace and stop: finished
        remove current: preparingCrossfade
        clear: finished
        reset: =
        output: preparingCrossfade
        no output: !
        sleep: preparingCrossfade
        loaded: preparingCrossfade
        load failed: playing
        ended: preparingCrossfade
        failed: preparingCrossfade
        faded out: preparingCrossfade
        buffering: preparingCrossfade
        buffered: preparingCrossfade
        output lost: preparing
        output ready: preparingCrossfade
        output refused: preparingCrossfade
        late news: preparingCrossfade
        """,
        .crossfadingEarly: """
        play: =
        pause: crossfadePaused
        toggle: crossfadePaused
        stop: fadingOut
        finish: fadingOut
        finish now: finished
        finish in a year: !
        next: =
        previous: preparingCrossfade
        jump: preparingCrossfade
        jump nowhere: =
        play entry: preparingCrossfade
        seek: seeking
        seek past the end: finished
        seek another track: =
        seek by: seeking
        volume: crossfading
        volume nan: !
        repeat: crossfading
        shuffle: crossfading
        configuration: crossfading
        bad configuration: !
        replace track: preparingCrossfade
        append: crossfading
        open: preparingCrossfade
        replace: preparingCrossfade
        replace and stop: finished
        remove current: finished
        clear: finished
        reset: =
        output: crossfading
        no output: !
        sleep: crossfading
        finished: playing
        ended: finished
        failed: playing
        outgoing failed: playing
        faded out: crossfading
        buffering: preparingCrossfade
        buffered: crossfading
        outgoing buffering: playing
        output lost: crossfadePaused
        output ready: crossfading
        output refused: crossfading
        late news: crossfading
        """,
        .crossfadingLate: """
        play: =
        pause: crossfadePaused
        toggle: crossfadePaused
        stop: fadingOut
        finish: fadingOut
        finish now: finished
        finish in a year: !
        next: =
        previous: preparingCrossfade
        jump: preparingCrossfade
        jump nowhere: =
        play entry: preparingCrossfade
        seek: seeking
        seek past the end: finished
        seek another track: =
        seek by: seeking
        volume: crossfading
        volume nan: !
        repeat: crossfading
        shuffle: crossfading
        configuration: crossfading
        bad configuration: !
        replace track: preparingCrossfade
        append: crossfading
        open: preparingCrossfade
        replace: preparingCrossfade
        replace and stop: finished
        remove current: finished
        clear: finished
        reset: =
        output: crossfading
        no output: !
        sleep: crossfading
        finished: playing
        ended: finished
        failed: playing
        outgoing failed: playing
        faded out: crossfading
        buffering: preparingCrossfade
        buffered: crossfading
        outgoing buffering: playing
        output lost: crossfadePaused
        output ready: crossfading
        output refused: crossfading
        late news: crossfading
        """,
        .paused: """
        play: playing
        pause: =
        toggle: playing
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: paused
        previous: preparing
        jump: paused
        jump nowhere: =
        play entry: preparing
        seek: seeking
        seek past the end: paused
        seek another track: =
        seek by: seeking
        volume: paused
        volume nan: !
        repeat: paused
        shuffle: paused
        configuration: paused
        bad configuration: !
        replace track: preparing
        append: paused
        open: preparing
        replace: preparing
        replace and stop: idle
        remove current: paused
        clear: idle
        reset: =
        output: paused
        no output: !
        sleep: paused
        begun: crossfadePaused
        ended: paused
        failed: paused
        faded out: paused
        buffering: paused
        buffered: paused
        output lost: paused
        output ready: paused
        output refused: paused
        late news: paused
        """,
        .crossfadePausedEarly: """
        play: crossfading
        pause: =
        toggle: crossfading
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: =
        previous: preparing
        jump: preparing
        jump nowhere: =
        play entry: preparing
        seek: seeking
        seek past the end: =
        seek another track: =
        seek by: seeking
        volume: crossfadePaused
        volume nan: !
        repeat: crossfadePaused
        shuffle: crossfadePaused
        configuration: crossfadePaused
        bad configuration: !
        replace track: preparing
        append: crossfadePaused
        open: preparing
        replace: preparing
        replace and stop: idle
        remove current: idle
        clear: idle
        reset: =
        output: crossfadePaused
        no output: !
        sleep: crossfadePaused
        finished: paused
        ended: paused
        failed: paused
        outgoing failed: paused
        faded out: crossfadePaused
        buffering: crossfadePaused
        buffered: crossfadePaused
        outgoing buffering: crossfadePaused
        output lost: crossfadePaused
        output ready: crossfadePaused
        output refused: crossfadePaused
        late news: crossfadePaused
        """,
        .crossfadePausedLate: """
        play: crossfading
        pause: =
        toggle: crossfading
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: =
        previous: preparing
        jump: preparing
        jump nowhere: =
        play entry: preparing
        seek: seeking
        seek past the end: =
        seek another track: =
        seek by: seeking
        volume: crossfadePaused
        volume nan: !
        repeat: crossfadePaused
        shuffle: crossfadePaused
        configuration: crossfadePaused
        bad configuration: !
        replace track: preparing
        append: crossfadePaused
        open: preparing
        replace: preparing
        replace and stop: idle
        remove current: idle
        clear: idle
        reset: =
        output: crossfadePaused
        no output: !
        sleep: crossfadePaused
        finished: paused
        ended: paused
        failed: paused
        outgoing failed: paused
        faded out: crossfadePaused
        buffering: crossfadePaused
        buffered: crossfadePaused
        outgoing buffering: crossfadePaused
        output lost: crossfadePaused
        output ready: crossfadePaused
        output refused: crossfadePaused
        late news: crossfadePaused
        """,
        .fadingOut: """
        play: preparing
        pause: =
        toggle: preparing
        stop: =
        finish: =
        finish now: finished
        finish in a year: !
        next: fadingOut
        previous: fadingOut
        jump: fadingOut
        jump nowhere: =
        play entry: preparing
        seek: =
        seek past the end: =
        seek another track: =
        seek by: =
        volume: fadingOut
        volume nan: !
        repeat: fadingOut
        shuffle: fadingOut
        configuration: fadingOut
        bad configuration: !
        replace track: !
        append: fadingOut
        open: preparing
        replace: preparing
        replace and stop: finished
        remove current: fadingOut
        clear: finished
        reset: =
        output: fadingOut
        no output: !
        sleep: fadingOut
        ended: finished
        failed: finished
        faded out: finished
        buffering: finished
        buffered: fadingOut
        output lost: finished
        output ready: fadingOut
        output refused: fadingOut
        late news: fadingOut
        """,
        .buffering: """
        play: =
        pause: buffering
        toggle: buffering
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: playing
        previous: preparingCrossfade
        jump: playing
        jump nowhere: =
        play entry: preparingCrossfade
        seek: seeking
        seek past the end: playing
        seek another track: =
        seek by: seeking
        volume: buffering
        volume nan: !
        repeat: buffering
        shuffle: buffering
        configuration: buffering
        bad configuration: !
        replace track: preparingCrossfade
        append: buffering
        open: preparingCrossfade
        replace: preparingCrossfade
        replace and stop: idle
        remove current: playing
        clear: idle
        reset: =
        output: buffering
        no output: !
        sleep: buffering
        begun: playing
        ended: playing
        failed: playing
        faded out: buffering
        buffering: buffering
        buffered: playing
        output lost: buffering
        output ready: buffering
        output refused: buffering
        late news: buffering
        """,
        .bufferingPaused: """
        play: buffering
        pause: =
        toggle: buffering
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: paused
        previous: preparing
        jump: paused
        jump nowhere: =
        play entry: preparing
        seek: seeking
        seek past the end: paused
        seek another track: =
        seek by: seeking
        volume: buffering
        volume nan: !
        repeat: buffering
        shuffle: buffering
        configuration: buffering
        bad configuration: !
        replace track: preparing
        append: buffering
        open: preparing
        replace: preparing
        replace and stop: idle
        remove current: paused
        clear: idle
        reset: =
        output: buffering
        no output: !
        sleep: buffering
        begun: crossfadePaused
        ended: paused
        failed: paused
        faded out: buffering
        buffering: buffering
        buffered: paused
        output lost: buffering
        output ready: buffering
        output refused: buffering
        late news: buffering
        """,
        .reconnecting: """
        play: =
        pause: paused
        toggle: paused
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: preparingCrossfade
        previous: preparingCrossfade
        jump: preparingCrossfade
        jump nowhere: =
        play entry: preparingCrossfade
        seek: seeking
        seek past the end: preparingCrossfade
        seek another track: =
        seek by: seeking
        volume: buffering
        volume nan: !
        repeat: buffering
        shuffle: buffering
        configuration: buffering
        bad configuration: !
        replace track: preparingCrossfade
        append: buffering
        open: preparingCrossfade
        replace: preparingCrossfade
        replace and stop: idle
        remove current: preparingCrossfade
        clear: idle
        reset: =
        output: buffering
        no output: !
        sleep: buffering
        loaded: playing
        load failed: preparingCrossfade
        faded out: buffering
        output lost: paused
        output ready: buffering
        output refused: buffering
        late news: buffering
        """,
        .disconnected: """
        play: =
        pause: paused
        toggle: paused
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: preparingCrossfade
        previous: preparingCrossfade
        jump: preparingCrossfade
        jump nowhere: =
        play entry: preparingCrossfade
        seek: seeking
        seek past the end: preparingCrossfade
        seek another track: =
        seek by: seeking
        volume: buffering
        volume nan: !
        repeat: buffering
        shuffle: buffering
        configuration: buffering
        bad configuration: !
        replace track: preparingCrossfade
        append: buffering
        open: preparingCrossfade
        replace: preparingCrossfade
        replace and stop: idle
        remove current: preparingCrossfade
        clear: idle
        reset: =
        output: buffering
        no output: !
        sleep: buffering
        faded out: buffering
        output lost: paused
        output ready: buffering
        output refused: buffering
        late news: buffering
        """,
        .seeking: """
        play: =
        pause: seeking
        toggle: seeking
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: preparingCrossfade
        previous: preparingCrossfade
        jump: preparingCrossfade
        jump nowhere: =
        play entry: preparingCrossfade
        seek: seeking
        seek past the end: preparingCrossfade
        seek another track: =
        seek by: seeking
        volume: seeking
        volume nan: !
        repeat: seeking
        shuffle: seeking
        configuration: seeking
        bad configuration: !
        replace track: preparingCrossfade
        append: seeking
        open: preparingCrossfade
        replace: preparingCrossfade
        replace and stop: idle
        remove current: preparingCrossfade
        clear: idle
        reset: =
        output: seeking
        no output: !
        sleep: seeking
        loaded: seeking
        load failed: playing
        ended: seeking
        failed: seeking
        faded out: seeking
        buffering: seeking
        buffered: seeking
        output lost: seeking
        output ready: seeking
        output refused: seeking
        late news: seeking
        """,
        .seekingPaused: """
        play: seeking
        pause: =
        toggle: seeking
        stop: idle
        finish: idle
        finish now: idle
        finish in a year: !
        next: preparing
        previous: preparing
        jump: preparing
        jump nowhere: =
        play entry: preparing
        seek: seeking
        seek past the end: preparing
        seek another track: =
        seek by: seeking
        volume: seeking
        volume nan: !
        repeat: seeking
        shuffle: seeking
        configuration: seeking
        bad configuration: !
        replace track: preparing
        append: seeking
        open: preparing
        replace: preparing
        replace and stop: idle
        remove current: preparing
        clear: idle
        reset: =
        output: seeking
        no output: !
        sleep: seeking
        loaded: paused
        load failed: paused
        ended: seeking
        failed: seeking
        faded out: seeking
        buffering: seeking
        buffered: seeking
        output lost: seeking
        output ready: seeking
        output refused: seeking
        late news: seeking
        """,
        .finished: """
        play: preparing
        pause: =
        toggle: preparing
        stop: =
        finish: =
        finish now: =
        finish in a year: !
        next: finished
        previous: finished
        jump: finished
        jump nowhere: =
        play entry: preparing
        seek: =
        seek past the end: =
        seek another track: =
        seek by: =
        volume: finished
        volume nan: !
        repeat: finished
        shuffle: finished
        configuration: finished
        bad configuration: !
        replace track: !
        append: finished
        open: preparing
        replace: preparing
        replace and stop: finished
        remove current: finished
        clear: finished
        reset: =
        output: finished
        no output: !
        sleep: finished
        faded out: finished
        output lost: finished
        output ready: finished
        output refused: finished
        late news: finished
        """,
        .failed: """
        play: preparing
        pause: =
        toggle: preparing
        stop: =
        finish: =
        finish now: =
        finish in a year: !
        next: failed
        previous: failed
        jump: failed
        jump nowhere: =
        play entry: preparing
        seek: =
        seek past the end: =
        seek another track: =
        seek by: =
        volume: failed
        volume nan: !
        repeat: failed
        shuffle: failed
        configuration: failed
        bad configuration: !
        replace track: !
        append: failed
        open: preparing
        replace: preparing
        replace and stop: idle
        remove current: failed
        clear: idle
        reset: idle
        output: failed
        no output: !
        sleep: failed
        faded out: failed
        output lost: failed
        output ready: failed
        output refused: failed
        late news: failed
        """,
    ]
}
