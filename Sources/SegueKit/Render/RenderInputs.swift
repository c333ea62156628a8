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

    /// Looks at `locations`; calls `completion` on the worker's thread.
    func find(_ locations: [String], _ completion: @escaping @Sendable () -> Void) {
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
            finding.withLock { [found] in $0 = found }
            completion()
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
