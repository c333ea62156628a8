import EventLoop
import SegueAudio
import SegueCore
import SegueFiles

/// Finds what is to be rendered and looks into it, on a thread of its own, so that the loop can be interrupted
/// meanwhile.
///
/// Every file is opened once before anything is rendered. That way, what can't be played is named at once and left out
/// before it can cost a transition, and the rate of the output can be that of the files.
final class RenderInputs: Sendable {
    struct Finding: Sendable {
        var entries: [NewEntry] = []
        /// What the analysis of each file has found, by its URI.
        var sounds: [String: AnalysisOutcome] = [:]
        /// What was named, and gave nothing that can be played.
        var problems: [AudioPlayerError] = []
    }

    private let progress = Locked(RenderProgress.looking(ScanProgress(location: "", found: 0, part: 0)))
    private let finding = Locked<Finding?>(nil)
    private let worker = DiskWorker()

    /// How far the search has come.
    var current: RenderProgress { progress.withLock { $0 } }
    /// What was found; nil until everything has been looked into.
    var result: Finding? { finding.withLock { $0 } }

    /// Looks at `locations`, and into the sound of what is there if that is to decide about transitions; calls
    /// `completion` on the worker's thread.
    func find(_ locations: [String], listening: Bool, _ completion: @escaping @Sendable () -> Void) {
        worker.perform { [self] in
            let (entries, problems) = MediaScan.expand(
                locations, workingDirectory: FileAccess.workingDirectory
            ) { [self] scan in
                progress.withLock { $0 = .looking(scan) }
            }
            var found = Finding(problems: problems)
            for (index, entry) in entries.enumerated() {
                progress.withLock { $0 = .checking(Double(index) / Double(entries.count)) }
                do throws(AudioPlayerError) {
                    found.entries.append(try PlayableTrack.examine(entry, artwork: nil))
                } catch {
                    found.problems.append(error)
                }
            }
            if listening { analyse(&found) }
            finding.withLock { [found] in $0 = found }
            completion()
        }
    }
}

extension RenderInputs {
    /// Looks into the sound of each file.
    private func analyse(_ found: inout Finding) {
        for (index, entry) in found.entries.enumerated() where found.sounds[entry.uri] == nil {
            let count = Double(found.entries.count)
            do throws(AudioPlayerError) {
                let track = try TrackAnalysis(of: entry.uri).run { [self] part in
                    progress.withLock { $0 = .checking((Double(index) + part) / count) }
                }
                found.sounds[entry.uri] = .facts(track.facts)
            } catch {
                found.sounds[entry.uri] = .failed(error.description)
            }
        }
    }
}

extension RenderInputs.Finding {
    /// The rate that most of the entries have; of several such rates, the highest. Nil when no rate is known.
    var commonRate: Int32? {
        var counts: [Int32: Int] = [:]
        for entry in entries {
            if let rate = entry.metadata.sampleRate { counts[rate, default: 0] += 1 }
        }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }
}
