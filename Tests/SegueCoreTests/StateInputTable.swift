import SegueCore
import Testing

/// The expected outcome of every input in every situation, one row each: the resulting state, actions and events.
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
        volume: idle setVolume
        volume nan: !
        repeat: idle
        shuffle: idle queue.reordered queueChanged!
        configuration: idle
        bad configuration: !
        replace track: !
        append: idle queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! loadStarted! load
        replace: preparing queue.replaced queueChanged! loadStarted! load
        replace and stop: idle queue.replaced queueChanged!
        clear: =
        undo: =
        redo: =
        cancel: =
        reset: =
        output: idle selectOutput
        no output: !
        sleep: idle
        faded out: idle
        output lost: idle outputLost!
        output ready: idle outputReady!
        output replaced: idle outputReady!
        mixing restarted: idle error!
        output refused: idle
        unplugged: idle
        will sleep: idle
        late news: idle
        """,
        .idle: """
        play: preparing loadStarted! load
        pause: =
        toggle: preparing loadStarted! load
        stop: =
        finish: =
        finish now: =
        finish in a year: !
        next: idle
        previous: idle
        jump: idle
        jump nowhere: =
        play entry: preparing loadStarted! load
        seek: =
        seek past the end: =
        seek another track: =
        seek by: =
        volume: idle setVolume
        volume nan: !
        repeat: idle
        shuffle: idle queue.reordered queueChanged!
        configuration: idle
        bad configuration: !
        replace track: !
        append: idle queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! loadStarted! load
        replace: preparing queue.replaced queueChanged! loadStarted! load
        replace and stop: idle queue.replaced queueChanged!
        remove current: idle queue.removed queueChanged!
        clear: idle queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged!
        redo: =
        cancel: =
        reset: =
        output: idle selectOutput
        no output: !
        sleep: idle
        faded out: idle
        output lost: idle outputLost!
        output ready: idle outputReady!
        output replaced: idle outputReady!
        mixing restarted: idle error!
        output refused: idle
        unplugged: idle
        will sleep: idle
        late news: idle
        """,
        .preparing: """
        play: =
        pause: preparing
        toggle: preparing
        stop: idle unload
        finish: idle unload
        finish now: idle unload
        finish in a year: !
        next: preparing unload loadStarted! load
        previous: preparing unload loadStarted! load
        jump: preparing unload loadStarted! load
        jump nowhere: =
        play entry: preparing unload loadStarted! load
        seek: preparing seeked unload loadStarted! load
        seek past the end: preparing seeked unload loadStarted! load
        seek another track: =
        seek by: preparing
        volume: preparing setVolume
        volume nan: !
        repeat: preparing
        shuffle: preparing queue.reordered queueChanged!
        configuration: preparing
        bad configuration: !
        replace track: preparing queue.inserted queueChanged! unload loadStarted! load
        append: preparing queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! unload loadStarted! load
        replace: preparing queue.replaced queueChanged! unload loadStarted! load
        replace and stop: idle unload queue.replaced queueChanged!
        remove current: preparing queue.removed queueChanged! unload loadStarted! load
        clear: idle unload queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! unload
        redo: =
        cancel: idle unload
        reset: =
        output: preparing selectOutput
        no output: !
        sleep: preparing
        loaded: playing loadProgress! start trackStarted! loadStarted! load
        load failed: preparing unload trackSkipped! loadStarted! load
        faded out: preparing
        output lost: preparing outputLost! reopenOutput
        output ready: preparing outputReady!
        output replaced: preparing outputReady!
        mixing restarted: preparing error!
        output refused: preparing
        unplugged: preparing error!
        will sleep: preparing
        late news: preparing
        """,
        .preparingPaused: """
        play: preparing
        pause: =
        toggle: preparing
        stop: idle unload
        finish: idle unload
        finish now: idle unload
        finish in a year: !
        next: preparing unload loadStarted! load
        previous: preparing unload loadStarted! load
        jump: preparing unload loadStarted! load
        jump nowhere: =
        play entry: preparing unload loadStarted! load
        seek: preparing seeked unload loadStarted! load
        seek past the end: preparing seeked unload loadStarted! load
        seek another track: =
        seek by: preparing
        volume: preparing setVolume
        volume nan: !
        repeat: preparing
        shuffle: preparing queue.reordered queueChanged!
        configuration: preparing
        bad configuration: !
        replace track: preparing queue.inserted queueChanged! unload loadStarted! load
        append: preparing queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! unload loadStarted! load
        replace: preparing queue.replaced queueChanged! unload loadStarted! load
        replace and stop: idle unload queue.replaced queueChanged!
        remove current: preparing queue.removed queueChanged! unload loadStarted! load
        clear: idle unload queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! unload
        redo: =
        cancel: idle unload
        reset: =
        output: preparing selectOutput
        no output: !
        sleep: preparing
        loaded: paused loadProgress! start trackStarted! loadStarted! load
        load failed: preparing unload trackSkipped! loadStarted! load
        faded out: preparing
        output lost: preparing outputLost!
        output ready: preparing outputReady!
        output replaced: preparing outputReady!
        mixing restarted: preparing error!
        output refused: preparing
        unplugged: preparing
        will sleep: preparing
        late news: preparing
        """,
        .playing: """
        play: =
        pause: paused pause
        toggle: paused pause
        stop: fadingOut unload fadeOut
        finish: fadingOut unload fadeOut
        finish now: finished unload stop
        finish in a year: !
        next: preparingCrossfade cancelSchedule schedule transitionPlanned!
        previous: preparingCrossfade unload loadStarted! load
        jump: preparingCrossfade cancelSchedule schedule transitionPlanned!
        jump nowhere: =
        play entry: preparingCrossfade unload loadStarted! load
        seek: seeking seeked cancelSchedule loadStarted! load
        seek past the end: preparingCrossfade cancelSchedule schedule transitionPlanned!
        seek another track: =
        seek by: seeking seeked cancelSchedule loadStarted! load
        volume: playing setVolume
        volume nan: !
        repeat: playing unload loadStarted! load
        shuffle: playing queue.reordered queueChanged! unload loadStarted! load
        configuration: playing schedule transitionPlanned!
        bad configuration: !
        replace track: preparingCrossfade queue.inserted queueChanged! unload loadStarted! load
        append: playing queue.inserted queueChanged!
        open: preparingCrossfade queue.inserted queueChanged! unload loadStarted! load
        replace: preparingCrossfade queue.replaced queueChanged! unload loadStarted! load
        replace and stop: finished unload stop queue.replaced queueChanged!
        remove current: preparingCrossfade queue.removed queueChanged! cancelSchedule schedule transitionPlanned!
        clear: finished unload stop queue.replaced queueChanged!
        undo: finished queue.replaced queueChanged! unload stop
        redo: =
        cancel: =
        reset: =
        output: playing selectOutput
        no output: !
        sleep: playing
        begun: crossfading trackStarted! transitionStarted!
        ended: playing start trackStarted! playOut
        failed: playing trackSkipped! unload start trackStarted! playOut
        faded out: playing seeked
        buffering: buffering pause
        buffered: playing
        output lost: paused outputLost! pause reopenOutput
        output ready: playing outputReady!
        output replaced: playing outputReady!
        mixing restarted: playing error!
        output refused: playing
        unplugged: paused pause error!
        will sleep: playing setVolume
        late news: playing
        """,
        .preparingCrossfade: """
        play: =
        pause: preparing pause
        toggle: preparing pause
        stop: fadingOut unload fadeOut
        finish: fadingOut unload fadeOut
        finish now: finished unload stop
        finish in a year: !
        next: preparingCrossfade unload
        previous: =
        jump: preparingCrossfade unload loadStarted! load
        jump nowhere: =
        play entry: preparingCrossfade unload loadStarted! load
        seek: preparingCrossfade seeked unload loadStarted! load
        seek past the end: preparingCrossfade seeked unload loadStarted! load
        seek another track: =
        seek by: preparingCrossfade
        volume: preparingCrossfade setVolume
        volume nan: !
        repeat: preparingCrossfade
        shuffle: preparingCrossfade queue.reordered queueChanged!
        configuration: preparingCrossfade
        bad configuration: !
        replace track: preparingCrossfade queue.inserted queueChanged! unload loadStarted! load
        append: preparingCrossfade queue.inserted queueChanged!
        open: preparingCrossfade queue.inserted queueChanged! unload loadStarted! load
        replace: preparingCrossfade queue.replaced queueChanged! unload loadStarted! load
        replace and stop: finished unload stop queue.replaced queueChanged!
        remove current: preparingCrossfade queue.removed queueChanged! unload
        clear: finished unload stop queue.replaced queueChanged!
        undo: finished queue.replaced queueChanged! unload stop
        redo: =
        cancel: playing unload seeked loadStarted! load
        reset: =
        output: preparingCrossfade selectOutput
        no output: !
        sleep: preparingCrossfade
        loaded: preparingCrossfade loadProgress! schedule transitionPlanned!
        load failed: playing unload trackSkipped! error! seeked loadStarted! load
        ended: preparingCrossfade
        failed: preparingCrossfade trackSkipped! unload
        faded out: preparingCrossfade
        buffering: preparingCrossfade pause
        buffered: preparingCrossfade
        output lost: preparing outputLost! pause reopenOutput
        output ready: preparingCrossfade outputReady!
        output replaced: preparingCrossfade outputReady!
        mixing restarted: preparingCrossfade error!
        output refused: preparingCrossfade
        unplugged: preparing pause error!
        will sleep: preparingCrossfade setVolume
        late news: preparingCrossfade
        """,
        .crossfadingEarly: """
        play: =
        pause: crossfadePaused pause
        toggle: crossfadePaused pause
        stop: fadingOut transitionFinished! fadeOut
        finish: fadingOut transitionFinished! fadeOut
        finish now: finished transitionFinished! stop
        finish in a year: !
        next: =
        previous: preparingCrossfade loadStarted! load
        jump: preparingCrossfade loadStarted! load seeked
        jump nowhere: =
        play entry: preparingCrossfade loadStarted! load
        seek: seeking transitionFinished! unload seeked loadStarted! load
        seek past the end: finished transitionFinished! unload stop
        seek another track: =
        seek by: seeking transitionFinished! unload seeked loadStarted! load
        volume: crossfading setVolume
        volume nan: !
        repeat: crossfading
        shuffle: crossfading queue.reordered queueChanged!
        configuration: crossfading
        bad configuration: !
        replace track: preparingCrossfade queue.inserted queueChanged! loadStarted! load
        append: crossfading queue.inserted queueChanged!
        open: preparingCrossfade queue.inserted queueChanged! loadStarted! load
        replace: preparingCrossfade queue.replaced queueChanged! loadStarted! load
        replace and stop: finished transitionFinished! stop queue.replaced queueChanged!
        remove current: finished queue.removed queueChanged! transitionFinished! stop
        clear: finished transitionFinished! stop queue.replaced queueChanged!
        undo: finished queue.replaced queueChanged! transitionFinished! stop
        redo: =
        cancel: =
        reset: =
        output: crossfading selectOutput
        no output: !
        sleep: crossfading
        finished: playing transitionFinished! playOut
        ended: finished transitionFinished!
        failed: playing trackSkipped! transitionFinished! unload loadStarted! load seeked
        outgoing failed: playing error! transitionFinished! unload playOut
        faded out: crossfading seeked
        buffering: preparingCrossfade transitionFinished! unload loadStarted! load
        buffered: crossfading
        outgoing buffering: playing transitionFinished! unload playOut
        output lost: crossfadePaused outputLost! pause reopenOutput
        output ready: crossfading outputReady!
        output replaced: crossfading outputReady!
        mixing restarted: crossfading error!
        output refused: crossfading
        unplugged: crossfadePaused pause error!
        will sleep: crossfading setVolume
        late news: crossfading
        """,
        .crossfadingLate: """
        play: =
        pause: crossfadePaused pause
        toggle: crossfadePaused pause
        stop: fadingOut transitionFinished! fadeOut
        finish: fadingOut transitionFinished! fadeOut
        finish now: finished transitionFinished! stop
        finish in a year: !
        next: =
        previous: preparingCrossfade loadStarted! load
        jump: preparingCrossfade loadStarted! load seeked
        jump nowhere: =
        play entry: preparingCrossfade loadStarted! load
        seek: seeking transitionFinished! unload seeked loadStarted! load
        seek past the end: finished transitionFinished! unload stop
        seek another track: =
        seek by: seeking transitionFinished! unload seeked loadStarted! load
        volume: crossfading setVolume
        volume nan: !
        repeat: crossfading
        shuffle: crossfading queue.reordered queueChanged!
        configuration: crossfading
        bad configuration: !
        replace track: preparingCrossfade queue.inserted queueChanged! loadStarted! load
        append: crossfading queue.inserted queueChanged!
        open: preparingCrossfade queue.inserted queueChanged! loadStarted! load
        replace: preparingCrossfade queue.replaced queueChanged! loadStarted! load
        replace and stop: finished transitionFinished! stop queue.replaced queueChanged!
        remove current: finished queue.removed queueChanged! transitionFinished! stop
        clear: finished transitionFinished! stop queue.replaced queueChanged!
        undo: finished queue.replaced queueChanged! transitionFinished! stop
        redo: =
        cancel: =
        reset: =
        output: crossfading selectOutput
        no output: !
        sleep: crossfading
        finished: playing transitionFinished! playOut
        ended: finished transitionFinished!
        failed: playing trackSkipped! transitionFinished! unload loadStarted! load seeked
        outgoing failed: playing error! transitionFinished! unload playOut
        faded out: crossfading seeked
        buffering: preparingCrossfade transitionFinished! unload loadStarted! load
        buffered: crossfading
        outgoing buffering: playing transitionFinished! unload playOut
        output lost: crossfadePaused outputLost! pause reopenOutput
        output ready: crossfading outputReady!
        output replaced: crossfading outputReady!
        mixing restarted: crossfading error!
        output refused: crossfading
        unplugged: crossfadePaused pause error!
        will sleep: crossfading setVolume
        late news: crossfading
        """,
        .paused: """
        play: playing resume
        pause: =
        toggle: playing resume
        stop: idle unload stop
        finish: idle unload stop
        finish now: idle unload stop
        finish in a year: !
        next: paused cancelSchedule start unload trackStarted! playOut
        previous: preparing unload loadStarted! load
        jump: paused cancelSchedule start unload trackStarted! playOut
        jump nowhere: =
        play entry: preparing unload loadStarted! load
        seek: seeking seeked cancelSchedule loadStarted! load
        seek past the end: paused cancelSchedule start unload trackStarted! playOut
        seek another track: =
        seek by: seeking seeked cancelSchedule loadStarted! load
        volume: paused setVolume
        volume nan: !
        repeat: paused unload loadStarted! load
        shuffle: paused queue.reordered queueChanged! unload loadStarted! load
        configuration: paused schedule transitionPlanned!
        bad configuration: !
        replace track: preparing queue.inserted queueChanged! unload loadStarted! load
        append: paused queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! unload loadStarted! load
        replace: preparing queue.replaced queueChanged! unload loadStarted! load
        replace and stop: idle unload stop queue.replaced queueChanged!
        remove current: paused queue.removed queueChanged! cancelSchedule start unload trackStarted! playOut
        clear: idle unload stop queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! unload stop
        redo: =
        cancel: =
        reset: =
        output: paused selectOutput
        no output: !
        sleep: paused
        begun: crossfadePaused trackStarted! transitionStarted!
        ended: paused
        failed: paused trackSkipped! unload
        faded out: paused
        buffering: paused
        buffered: paused
        output lost: paused outputLost!
        output ready: paused outputReady!
        output replaced: paused outputReady!
        mixing restarted: paused error!
        output refused: paused
        unplugged: paused
        will sleep: paused
        late news: paused
        """,
        .crossfadePausedEarly: """
        play: crossfading resume
        pause: =
        toggle: crossfading resume
        stop: idle transitionFinished! stop
        finish: idle transitionFinished! stop
        finish now: idle transitionFinished! stop
        finish in a year: !
        next: =
        previous: preparing loadStarted! load
        jump: preparing loadStarted! load seeked
        jump nowhere: =
        play entry: preparing loadStarted! load
        seek: seeking transitionFinished! unload seeked loadStarted! load
        seek past the end: =
        seek another track: =
        seek by: seeking transitionFinished! unload seeked loadStarted! load
        volume: crossfadePaused setVolume
        volume nan: !
        repeat: crossfadePaused
        shuffle: crossfadePaused queue.reordered queueChanged!
        configuration: crossfadePaused
        bad configuration: !
        replace track: preparing queue.inserted queueChanged! loadStarted! load
        append: crossfadePaused queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! loadStarted! load
        replace: preparing queue.replaced queueChanged! loadStarted! load
        replace and stop: idle transitionFinished! stop queue.replaced queueChanged!
        remove current: idle queue.removed queueChanged! transitionFinished! stop
        clear: idle transitionFinished! stop queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! transitionFinished! stop
        redo: =
        cancel: =
        reset: =
        output: crossfadePaused selectOutput
        no output: !
        sleep: crossfadePaused
        finished: paused transitionFinished! playOut
        ended: paused transitionFinished! seeked
        failed: paused trackSkipped! transitionFinished! unload loadStarted! load seeked
        outgoing failed: paused error! transitionFinished! unload playOut
        faded out: crossfadePaused
        buffering: crossfadePaused
        buffered: crossfadePaused
        outgoing buffering: crossfadePaused
        output lost: crossfadePaused outputLost!
        output ready: crossfadePaused outputReady!
        output replaced: crossfadePaused outputReady!
        mixing restarted: crossfadePaused error!
        output refused: crossfadePaused
        unplugged: crossfadePaused
        will sleep: crossfadePaused
        late news: crossfadePaused
        """,
        .crossfadePausedLate: """
        play: crossfading quickFinish resume
        pause: =
        toggle: crossfading quickFinish resume
        stop: idle transitionFinished! stop
        finish: idle transitionFinished! stop
        finish now: idle transitionFinished! stop
        finish in a year: !
        next: =
        previous: preparing loadStarted! load
        jump: preparing loadStarted! load seeked
        jump nowhere: =
        play entry: preparing loadStarted! load
        seek: seeking transitionFinished! unload seeked loadStarted! load
        seek past the end: =
        seek another track: =
        seek by: seeking transitionFinished! unload seeked loadStarted! load
        volume: crossfadePaused setVolume
        volume nan: !
        repeat: crossfadePaused
        shuffle: crossfadePaused queue.reordered queueChanged!
        configuration: crossfadePaused
        bad configuration: !
        replace track: preparing queue.inserted queueChanged! loadStarted! load
        append: crossfadePaused queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! loadStarted! load
        replace: preparing queue.replaced queueChanged! loadStarted! load
        replace and stop: idle transitionFinished! stop queue.replaced queueChanged!
        remove current: idle queue.removed queueChanged! transitionFinished! stop
        clear: idle transitionFinished! stop queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! transitionFinished! stop
        redo: =
        cancel: =
        reset: =
        output: crossfadePaused selectOutput
        no output: !
        sleep: crossfadePaused
        finished: paused transitionFinished! playOut
        ended: paused transitionFinished! seeked
        failed: paused trackSkipped! transitionFinished! unload loadStarted! load seeked
        outgoing failed: paused error! transitionFinished! unload playOut
        faded out: crossfadePaused
        buffering: crossfadePaused
        buffered: crossfadePaused
        outgoing buffering: crossfadePaused
        output lost: crossfadePaused outputLost!
        output ready: crossfadePaused outputReady!
        output replaced: crossfadePaused outputReady!
        mixing restarted: crossfadePaused error!
        output refused: crossfadePaused
        unplugged: crossfadePaused
        will sleep: crossfadePaused
        late news: crossfadePaused
        """,
        .fadingOut: """
        play: playing resume seeked loadStarted! load
        pause: =
        toggle: playing resume seeked loadStarted! load
        stop: =
        finish: =
        finish now: finished stop
        finish in a year: !
        next: fadingOut
        previous: fadingOut
        jump: fadingOut
        jump nowhere: =
        play entry: preparing loadStarted! load
        seek: =
        seek past the end: =
        seek another track: =
        seek by: =
        volume: fadingOut setVolume
        volume nan: !
        repeat: fadingOut
        shuffle: fadingOut queue.reordered queueChanged!
        configuration: fadingOut
        bad configuration: !
        replace track: !
        append: fadingOut queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! loadStarted! load
        replace: preparing queue.replaced queueChanged! loadStarted! load
        replace and stop: finished stop queue.replaced queueChanged!
        remove current: fadingOut queue.removed queueChanged!
        clear: finished stop queue.replaced queueChanged!
        undo: finished queue.replaced queueChanged! stop
        redo: =
        cancel: =
        reset: =
        output: fadingOut selectOutput
        no output: !
        sleep: fadingOut
        ended: finished stop
        failed: finished trackSkipped! unload stop
        faded out: finished stop
        buffering: finished stop
        buffered: fadingOut
        output lost: finished outputLost! stop
        output ready: fadingOut outputReady!
        output replaced: fadingOut outputReady!
        mixing restarted: fadingOut error!
        output refused: fadingOut
        unplugged: finished stop
        will sleep: fadingOut setVolume
        late news: fadingOut
        """,
        .buffering: """
        play: =
        pause: buffering
        toggle: buffering
        stop: idle unload stop
        finish: idle unload stop
        finish now: idle unload stop
        finish in a year: !
        next: playing cancelSchedule start unload trackStarted! playOut
        previous: preparingCrossfade unload loadStarted! load
        jump: playing cancelSchedule start unload trackStarted! playOut
        jump nowhere: =
        play entry: preparingCrossfade unload loadStarted! load
        seek: seeking seeked cancelSchedule loadStarted! load
        seek past the end: playing cancelSchedule start unload trackStarted! playOut
        seek another track: =
        seek by: seeking seeked cancelSchedule loadStarted! load
        volume: buffering setVolume
        volume nan: !
        repeat: buffering unload loadStarted! load
        shuffle: buffering queue.reordered queueChanged! unload loadStarted! load
        configuration: buffering schedule transitionPlanned!
        bad configuration: !
        replace track: preparingCrossfade queue.inserted queueChanged! unload loadStarted! load
        append: buffering queue.inserted queueChanged!
        open: preparingCrossfade queue.inserted queueChanged! unload loadStarted! load
        replace: preparingCrossfade queue.replaced queueChanged! unload loadStarted! load
        replace and stop: idle unload stop queue.replaced queueChanged!
        remove current: playing queue.removed queueChanged! cancelSchedule start unload trackStarted! playOut
        clear: idle unload stop queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! unload stop
        redo: =
        cancel: =
        reset: =
        output: buffering selectOutput
        no output: !
        sleep: buffering
        begun: playing trackStarted! transitionStarted! resume transitionFinished! unload playOut
        ended: playing start trackStarted! playOut
        failed: playing trackSkipped! unload start trackStarted! playOut
        faded out: buffering
        buffering: buffering
        buffered: playing resume
        output lost: buffering outputLost! reopenOutput
        output ready: buffering outputReady!
        output replaced: buffering outputReady!
        mixing restarted: buffering error!
        output refused: buffering
        unplugged: buffering error!
        will sleep: buffering
        late news: buffering
        """,
        .bufferingPaused: """
        play: buffering
        pause: =
        toggle: buffering
        stop: idle unload stop
        finish: idle unload stop
        finish now: idle unload stop
        finish in a year: !
        next: paused cancelSchedule start unload trackStarted! playOut
        previous: preparing unload loadStarted! load
        jump: paused cancelSchedule start unload trackStarted! playOut
        jump nowhere: =
        play entry: preparing unload loadStarted! load
        seek: seeking seeked cancelSchedule loadStarted! load
        seek past the end: paused cancelSchedule start unload trackStarted! playOut
        seek another track: =
        seek by: seeking seeked cancelSchedule loadStarted! load
        volume: buffering setVolume
        volume nan: !
        repeat: buffering unload loadStarted! load
        shuffle: buffering queue.reordered queueChanged! unload loadStarted! load
        configuration: buffering schedule transitionPlanned!
        bad configuration: !
        replace track: preparing queue.inserted queueChanged! unload loadStarted! load
        append: buffering queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! unload loadStarted! load
        replace: preparing queue.replaced queueChanged! unload loadStarted! load
        replace and stop: idle unload stop queue.replaced queueChanged!
        remove current: paused queue.removed queueChanged! cancelSchedule start unload trackStarted! playOut
        clear: idle unload stop queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! unload stop
        redo: =
        cancel: =
        reset: =
        output: buffering selectOutput
        no output: !
        sleep: buffering
        begun: crossfadePaused trackStarted! transitionStarted!
        ended: paused seeked
        failed: paused trackSkipped! unload seeked
        faded out: buffering seeked
        buffering: buffering
        buffered: paused
        output lost: buffering outputLost!
        output ready: buffering outputReady!
        output replaced: buffering outputReady!
        mixing restarted: buffering error!
        output refused: buffering
        unplugged: buffering
        will sleep: buffering
        late news: buffering
        """,
        .reconnecting: """
        play: =
        pause: paused unload
        toggle: paused unload
        stop: idle unload stop
        finish: idle unload stop
        finish now: idle unload stop
        finish in a year: !
        next: preparingCrossfade unload loadStarted! load
        previous: preparingCrossfade unload loadStarted! load
        jump: preparingCrossfade unload loadStarted! load
        jump nowhere: =
        play entry: preparingCrossfade unload loadStarted! load
        seek: seeking seeked unload loadStarted! load
        seek past the end: preparingCrossfade unload loadStarted! load
        seek another track: =
        seek by: seeking seeked unload loadStarted! load
        volume: buffering setVolume
        volume nan: !
        repeat: buffering
        shuffle: buffering queue.reordered queueChanged!
        configuration: buffering
        bad configuration: !
        replace track: preparingCrossfade queue.inserted queueChanged! unload loadStarted! load
        append: buffering queue.inserted queueChanged!
        open: preparingCrossfade queue.inserted queueChanged! unload loadStarted! load
        replace: preparingCrossfade queue.replaced queueChanged! unload loadStarted! load
        replace and stop: idle unload stop queue.replaced queueChanged!
        remove current: preparingCrossfade queue.removed queueChanged! unload loadStarted! load
        clear: idle unload stop queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! unload stop
        redo: =
        cancel: =
        reset: =
        output: buffering selectOutput
        no output: !
        sleep: buffering
        loaded: playing loadProgress! start unload
        load failed: preparingCrossfade unload unload trackSkipped! loadStarted! load
        faded out: buffering
        output lost: paused outputLost! unload reopenOutput
        output ready: buffering outputReady!
        output replaced: buffering outputReady!
        mixing restarted: buffering error!
        output refused: buffering
        unplugged: paused error! unload
        will sleep: paused unload
        late news: buffering
        """,
        .disconnected: """
        play: =
        pause: paused
        toggle: paused
        stop: idle stop
        finish: idle stop
        finish now: idle stop
        finish in a year: !
        next: preparingCrossfade loadStarted! load
        previous: preparingCrossfade loadStarted! load
        jump: preparingCrossfade loadStarted! load
        jump nowhere: =
        play entry: preparingCrossfade loadStarted! load
        seek: seeking seeked loadStarted! load
        seek past the end: preparingCrossfade loadStarted! load
        seek another track: =
        seek by: seeking seeked loadStarted! load
        volume: buffering setVolume
        volume nan: !
        repeat: buffering
        shuffle: buffering queue.reordered queueChanged!
        configuration: buffering
        bad configuration: !
        replace track: preparingCrossfade queue.inserted queueChanged! loadStarted! load
        append: buffering queue.inserted queueChanged!
        open: preparingCrossfade queue.inserted queueChanged! loadStarted! load
        replace: preparingCrossfade queue.replaced queueChanged! loadStarted! load
        replace and stop: idle stop queue.replaced queueChanged!
        remove current: preparingCrossfade queue.removed queueChanged! loadStarted! load
        clear: idle stop queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! stop
        redo: =
        cancel: =
        reset: =
        output: buffering selectOutput
        no output: !
        sleep: buffering
        faded out: buffering
        output lost: paused outputLost! reopenOutput
        output ready: buffering outputReady!
        output replaced: buffering outputReady!
        mixing restarted: buffering error!
        output refused: buffering
        unplugged: paused error!
        will sleep: paused
        late news: buffering
        """,
        .seeking: """
        play: =
        pause: seeking pause
        toggle: seeking pause
        stop: idle unload unload stop
        finish: idle unload unload stop
        finish now: idle unload unload stop
        finish in a year: !
        next: preparingCrossfade unload schedule transitionPlanned!
        previous: preparingCrossfade unload unload loadStarted! load
        jump: preparingCrossfade unload schedule transitionPlanned!
        jump nowhere: =
        play entry: preparingCrossfade unload unload loadStarted! load
        seek: seeking
        seek past the end: preparingCrossfade unload schedule transitionPlanned!
        seek another track: =
        seek by: seeking
        volume: seeking setVolume
        volume nan: !
        repeat: seeking
        shuffle: seeking queue.reordered queueChanged!
        configuration: seeking
        bad configuration: !
        replace track: preparingCrossfade queue.inserted queueChanged! unload unload loadStarted! load
        append: seeking queue.inserted queueChanged!
        open: preparingCrossfade queue.inserted queueChanged! unload unload loadStarted! load
        replace: preparingCrossfade queue.replaced queueChanged! unload unload loadStarted! load
        replace and stop: idle unload unload stop queue.replaced queueChanged!
        remove current: preparingCrossfade queue.removed queueChanged! unload schedule transitionPlanned!
        clear: idle unload unload stop queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! unload unload stop
        redo: =
        cancel: playing unload seeked schedule transitionPlanned!
        reset: =
        output: seeking selectOutput
        no output: !
        sleep: seeking
        loaded: seeking loadProgress! schedule transitionPlanned! schedule transitionPlanned!
        load failed: playing unload error! seeked schedule transitionPlanned!
        ended: seeking
        failed: seeking trackSkipped! unload
        faded out: seeking
        buffering: seeking pause
        buffered: seeking
        output lost: seeking outputLost! pause reopenOutput
        output ready: seeking outputReady!
        output replaced: seeking outputReady!
        mixing restarted: seeking error!
        output refused: seeking
        unplugged: seeking pause error!
        will sleep: seeking setVolume
        late news: seeking
        """,
        .seekingPaused: """
        play: seeking
        pause: =
        toggle: seeking
        stop: idle unload unload stop
        finish: idle unload unload stop
        finish now: idle unload unload stop
        finish in a year: !
        next: paused unload start unload trackStarted! playOut
        previous: preparing unload unload loadStarted! load
        jump: paused unload start unload trackStarted! playOut
        jump nowhere: =
        play entry: preparing unload unload loadStarted! load
        seek: seeking
        seek past the end: paused unload start unload trackStarted! playOut
        seek another track: =
        seek by: seeking
        volume: seeking setVolume
        volume nan: !
        repeat: seeking
        shuffle: seeking queue.reordered queueChanged!
        configuration: seeking
        bad configuration: !
        replace track: preparing queue.inserted queueChanged! unload unload loadStarted! load
        append: seeking queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! unload unload loadStarted! load
        replace: preparing queue.replaced queueChanged! unload unload loadStarted! load
        replace and stop: idle unload unload stop queue.replaced queueChanged!
        remove current: paused queue.removed queueChanged! unload start unload trackStarted! playOut
        clear: idle unload unload stop queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged! unload unload stop
        redo: =
        cancel: paused unload seeked schedule transitionPlanned!
        reset: =
        output: seeking selectOutput
        no output: !
        sleep: seeking
        loaded: paused loadProgress! start unload schedule transitionPlanned!
        load failed: paused unload error! seeked schedule transitionPlanned!
        ended: seeking
        failed: seeking trackSkipped! unload
        faded out: seeking
        buffering: seeking
        buffered: seeking
        output lost: seeking outputLost!
        output ready: seeking outputReady!
        output replaced: seeking outputReady!
        mixing restarted: seeking error!
        output refused: seeking
        unplugged: seeking
        will sleep: seeking
        late news: seeking
        """,
        .finished: """
        play: preparing seeked loadStarted! load
        pause: =
        toggle: preparing seeked loadStarted! load
        stop: =
        finish: =
        finish now: =
        finish in a year: !
        next: finished
        previous: finished
        jump: finished
        jump nowhere: =
        play entry: preparing loadStarted! load
        seek: =
        seek past the end: =
        seek another track: =
        seek by: =
        volume: finished setVolume
        volume nan: !
        repeat: finished
        shuffle: finished queue.reordered queueChanged!
        configuration: finished
        bad configuration: !
        replace track: !
        append: finished queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! loadStarted! load
        replace: preparing queue.replaced queueChanged! loadStarted! load
        replace and stop: finished queue.replaced queueChanged!
        remove current: finished queue.removed queueChanged!
        clear: finished queue.replaced queueChanged!
        undo: finished queue.replaced queueChanged!
        redo: =
        cancel: =
        reset: =
        output: finished selectOutput
        no output: !
        sleep: finished
        faded out: finished
        output lost: finished outputLost!
        output ready: finished outputReady!
        output replaced: finished outputReady!
        mixing restarted: finished error!
        output refused: finished
        unplugged: finished
        will sleep: finished
        late news: finished
        """,
        .failed: """
        play: preparing loadStarted! load
        pause: =
        toggle: preparing loadStarted! load
        stop: =
        finish: =
        finish now: =
        finish in a year: !
        next: failed
        previous: failed
        jump: failed
        jump nowhere: =
        play entry: preparing loadStarted! load
        seek: =
        seek past the end: =
        seek another track: =
        seek by: =
        volume: failed setVolume
        volume nan: !
        repeat: failed
        shuffle: failed queue.reordered queueChanged!
        configuration: failed
        bad configuration: !
        replace track: !
        append: failed queue.inserted queueChanged!
        open: preparing queue.inserted queueChanged! loadStarted! load
        replace: preparing queue.replaced queueChanged! loadStarted! load
        replace and stop: idle queue.replaced queueChanged!
        remove current: failed queue.removed queueChanged!
        clear: idle queue.replaced queueChanged!
        undo: idle queue.replaced queueChanged!
        redo: =
        cancel: =
        reset: idle
        output: failed selectOutput
        no output: !
        sleep: failed
        faded out: failed
        output lost: failed outputLost!
        output ready: failed outputReady!
        output replaced: failed outputReady!
        mixing restarted: failed error!
        output refused: failed
        unplugged: failed
        will sleep: failed
        late news: failed
        """,
    ]
}
