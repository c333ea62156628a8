/// A request of the core to the audio engine. Instructions are plain values: the engine executes them in order and
/// decides nothing.
public enum AudioInstruction: Sendable, Hashable {
    /// Opens `uri` and prepares it to play at `position`, without output. Answered with `AudioEvent.loaded` or
    /// `.loadFailed`. Any number of loads can be prepared; two can play at the same time. With `silence`, the answer
    /// also gives the audible part of a file. A server that sends nothing for `limit` has failed.
    case load(
        LoadGeneration, uri: String, position: MediaTime, silence: SilenceLimits? = nil,
        limit: MediaTime = MediaTime(seconds: 10))
    /// Releases a load. If the load is playing, it is ramped out over `ramp`. A transition planned to or from this load
    /// is dropped.
    case unload(LoadGeneration, ramp: MediaTime)
    /// Starts a loaded deck while no deck plays. The deck's gain rises from 0 to 1 over `fadeIn` along `curve`, times
    /// the loudness `gain`. With `paused`, the first sample waits for `resume`.
    case start(LoadGeneration, fadeIn: MediaTime, curve: FadeCurve, gain: Double, paused: Bool)
    /// Executes this transition. It replaces an earlier plan for the same pair that is not yet heard. Answered with
    /// `AudioEvent.ended` if nothing is left of the outgoing load.
    case schedule(TransitionPlan)
    /// Cancels a plan for this incoming load, which stays loaded. Does nothing once the transition is heard.
    case cancelSchedule(incoming: LoadGeneration)
    /// Nothing follows this load: it plays to its end.
    case playOut(LoadGeneration)
    /// Shortens the rest of the audible fade to `duration`; in a pause, counted from the resume. Answered with
    /// `AudioEvent.quickFinishing`. Does nothing if no fade to this load is heard. Also does nothing if one of the
    /// tracks comes from a server without range requests, and can't be reopened at its position.
    case quickFinish(incoming: LoadGeneration, duration: MediaTime)
    /// Silences the output with a short ramp; all positions are kept.
    case pause
    /// Resumes the paused audio with a short ramp, from the first sample that was not heard.
    case resume
    /// Fades everything that plays to silence. Answered with `AudioEvent.fadeOutCompleted`.
    case fadeOut(duration: MediaTime, curve: FadeCurve)
    /// Silences the output with a short ramp and releases every load.
    case stop
    /// Sets the master volume, linear 0…1, over this time, or over a short ramp if that is longer. Fades and loudness
    /// gains are unaffected.
    case setVolume(Double, over: MediaTime = .zero)
    /// Sets the fade-out time of a skip. From now on, this much audio is kept ready for such a fade.
    case setSkipDuration(MediaTime)
    /// Sets the time from the output to the ear that the output does not report, 0 or more. Heard positions and reports
    /// are later by this time. Does nothing to an output that is not a device.
    case setOutputLatency(MediaTime)
    /// Switches to `auto`, a device name, `null`, `file:PATH` or a GStreamer sink description. Answered with
    /// `AudioEvent.outputReady` or `.outputRefused`. Until then, and after a refusal, the previous output stays.
    /// Replaces an earlier request that has not been answered.
    case selectOutput(String)
    /// Reopens the output that disappeared. Answered as `selectOutput` is.
    case reopenOutput
    /// Tries the requested output while another output replaces it. Answered with `AudioEvent.outputReady`, or not at
    /// all if the requested output is still missing. Replaces an attempt that has not been answered.
    case improveOutput
}
