import EventLoop
import SegueAudio
import SegueCore
import SegueFiles

/// Finds and examines the files to be rendered, on a separate thread, so that the loop can be interrupted meanwhile.
///
/// Every file is opened once before rendering. That way, files that can't be played are reported at once, and left out
/// before they can spoil a transition. The sample rate of the output can then be that of the files.
final class RenderInputs: Sendable {
    struct Finding: Sendable {
        var entries: [NewEntry] = []
        /// The result of the analysis of each file, by its URI.
        var sounds: [String: AnalysisOutcome] = [:]
        /// The problems of inputs that gave nothing playable.
        var problems: [AudioPlayerError] = []
    }

    private let progress = Locked(RenderProgress.looking(ScanProgress(location: "", found: 0, part: 0)))
    private let finding = Locked<Finding?>(nil)
    private let worker = DiskWorker()

    /// The progress of the search.
    var current: RenderProgress { progress.withLock { $0 } }
    /// The inputs that were found; nil until all have been examined.
    var result: Finding? { finding.withLock { $0 } }

    /// Searches `locations`, and analyses the audio of the files if `listening` is true. Calls `completion` on the
    /// worker's thread.
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
    /// Analyses the audio of each file.
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
    /// The sample rate that most of the entries have; of several such rates, the highest. Nil if no rate is known.
    var commonRate: Int32? {
        var counts: [Int32: Int] = [:]
        for entry in entries {
            if let rate = entry.metadata.sampleRate { counts[rate, default: 0] += 1 }
        }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }
}
