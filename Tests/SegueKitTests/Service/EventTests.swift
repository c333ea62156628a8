import EventLoop
import Foundation
import Logging
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

/// The events of `events` (design.md, Library).
@Suite(.timeLimit(.minutes(1))) struct EventTests {
    @Test func tellsOfLoadsAndTransitions() async throws {
        try await TestPlayer.playing([3, 3]) { player in
            let service = player.service
            await player.pass(10)
            try await player.reach(.finished)
            await service.cleanup()
            let events = await player.events.rest()
            let kinds = events.map(\.kind)
            #expect(
                kinds.filter { $0 != "queueChanged" } == [
                    "outputReady", "loadStarted", "loadProgress", "trackStarted", "loadStarted", "loadProgress",
                    "transitionPlanned", "played", "trackStarted", "transitionStarted", "transitionFinished",
                    "played",
                ], "\(kinds)")
            #expect(kinds.contains("queueChanged"))
            #expect(events.contains { if case .loadProgress(_, 100) = $0 { true } else { false } })
            for case .transitionStarted(let record) in events {
                #expect(record.from.displayTitle == "a" && record.to.displayTitle == "b")
                #expect(record.plan.kind == .crossfade)
                #expect(record.plan.duration == MediaTime(seconds: 1))
            }
            #expect(events.contains { if case .transitionFinished(_, completed: true) = $0 { true } else { false } })
            // The log has the same sentences.
            for event in events { #expect(player.log.lines.contains(event.sentence)) }
        }
    }

    @Test func aCorruptSecondTrackIsPassedOverAndTheReasonTold() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            try player.makeTrack("1.wav", seconds: 2)
            let corrupt = try player.makeCorruptTrack("2.wav")
            try player.makeTrack("3.wav", seconds: 2)
            try await service.startPlaying(url: player.folder.path)
            let (skipped, reason) = try await player.events.next { event -> (QueueEntry, String)? in
                if case .trackSkipped(let entry, let reason) = event { (entry, reason) } else { nil }
            }
            #expect(skipped.displayTitle == "2")
            #expect(reason.contains(corrupt), "\(reason)")
            await player.pass(1.5)
            let record = try await player.events.next {
                if case .transitionStarted(let record) = $0 { record } else { nil }
            }
            #expect(record.from.displayTitle == "1" && record.to.displayTitle == "3")
            #expect(await player.title == "3")
            #expect(await service.snapshot.index == 2)
            #expect(player.log.texts(.warning).contains("Skipped 2: \(reason)"))
            await player.pass(10)
            try await player.reach(.finished)
        }
    }

    @Test func tellsOfErrors() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            try player.makeTrack("1.wav", seconds: 20)
            try player.makeCorruptTrack("2.wav")
            try await service.startPlaying(url: player.folder.path)
            let error = await failure { try await service.nextTrack() }
            #expect(error?.isNothingValid == true)
            let told = try await player.events.next { if case .error(let error) = $0 { error } else { nil } }
            #expect(told == error)
        }
    }

    @Test func tellsOfQueueChanges() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            try await player.events.next("trackStarted")
            try await service.enqueue(url: player.folder.file("a.wav"))
            try await player.events.next("queueChanged")
            try await service.pause()
            try await service.replaceTrack(url: player.folder.file("b.wav"))
            // One entry is added, one is removed.
            try await player.events.next("queueChanged")
            try await player.events.next("queueChanged")
            #expect(await player.titles == ["b", "b", "a"])
        }
    }

    @Test func tellsOfAnOutputThatIsLostAndBack() async throws {
        let folder = TemporaryFolder()
        // A disk that is full, until the path leads to another one.
        let target = folder.file("target")
        try FileManager.default.createSymbolicLink(atPath: target, withDestinationPath: "/dev/full")
        let output = "filesink sync=true buffer-mode=2 location=\(target)"
        try await TestPlayer.playing([20], .real, output: output) { player in
            let service = player.service
            let (name, position) = try await player.events.next { event -> (String, MediaTime?)? in
                if case .outputLost(let name, _, let position) = event { (name, position) } else { nil }
            }
            #expect(name == output)
            #expect(position != nil)
            // The output may have been tried again meanwhile.
            #expect(await service.transitions.contains { $0.from.kind == .playing && $0.to.kind == .paused })
            folder.remove("target")
            let back = try await player.events.next { event -> String? in
                if case .outputReady(let name, nil) = event { name } else { nil }
            }
            #expect(back == output)
            // Playback resumes automatically.
            try #require(await service.positionUpdates.first { $0.currentTime > 0.5 } != nil)
            #expect(await player.kind == .playing)
        }
    }

    @Test func tellsOfTheTitlesOfAStream() async throws {
        let server = try RadioServer(titles: ["First Light", "Long Shadows"])
        defer { server.stop() }
        try await TestPlayer.run(.real) { player in
            try await player.service.startPlaying(url: server.url)
            for title in ["First Light", "Long Shadows"] {
                #expect(
                    try await player.events.next { if case .streamTitle(let title) = $0 { title } else { nil } }
                        == title)
            }
            #expect(await player.title == "Long Shadows")
            #expect(await player.service.currentTrack?.duration == nil)
            // A live stream has no position to seek to.
            try await player.service.seek(to: 10)
            try await player.service.skipForward()
            #expect(await player.position < 10)
        }
    }

    @Test func tellsOfALoadThatTakesTooLong() async throws {
        try await TestPlayer.run { player in
            let path = try player.makeSilentTrack("a.wav")
            let service = player.service
            async let play = failure { try await service.startPlaying(url: path) }
            try await player.reach(.preparing)
            await player.pass(9.9)
            #expect(await player.kind == .preparing)
            await player.pass(0.2)
            let error = await play
            #expect(error?.description.contains("did not load within 10 s") == true, "\(String(describing: error))")
            let late = try await player.events.next { if case .loadTimedOut(let entry) = $0 { entry } else { nil } }
            #expect(late.uri == FileURI.uri(path: path))
        }
    }
}
