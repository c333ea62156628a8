import Foundation
import SDBus
import Testing

/// The player's behaviour at the end of a track and after it, and scripts' edits of the queue.
extension EndToEnd {
    @Suite struct Modes {
        private func start(_ session: Session, seconds: Int, _ names: String...) async throws {
            for name in names { try session.makeLevel("\(name).wav", frames: 44100 * seconds, left: 3000, right: 3000) }
            _ = try await session.startDaemon(["--output", "null"] + names.map { "\($0).wav" })
            try await session.playing(names[0])
        }

        private func finished(_ session: Session, from mark: Int) async throws {
            try await session.announced("State", of: "\(Session.application).Control1", from: mark) {
                $0.asString == "finished"
            }
        }

        @Test("It stops at the end of the track, once or always, at the next one; what was played leaves")
        func ends() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"listen\"", "crossfadeDuration = 1", "skipCrossfadeDuration = 1")
                try await start(session, seconds: 100, "A", "B", "C", "D")
                var mark = await session.observer.mark()
                #expect(try await session.segue("stop", "--after-track").status == 0)
                #expect(try await session.segue("seek", "98%").status == 0)
                try await finished(session, from: mark)
                #expect(try await session.title() == "B")
                let late = try await session.segue("stop", "--after-track")
                #expect(late.status == 1 && late.errors.contains("stopped already"), "\(late)")

                #expect(try await session.segue("consume", "toggle").text == "on")
                #expect(try await session.segue("resume").status == 0)
                #expect(try await session.titles() == ["B", "C", "D"], "A has left")
                #expect(try await session.segue("single", "on").status == 0)
                mark = await session.observer.mark()
                #expect(try await session.segue("seek", "98%").status == 0)
                try await finished(session, from: mark)
                #expect(try await session.titles() == ["C", "D"])
                #expect(try await session.title() == "C")
                let status = try await session.segue("status", "--json").text
                for member in ["\"single\":true", "\"consume\":true", "\"stopAfterTrack\":false", "\"mute\":false"] {
                    #expect(status.contains(member), "\(status)")
                }
                // The modes are kept after the player ends.
                try await session.endPlayer()
                _ = try await session.startDaemon("--output", "null")
                #expect(try await session.segue("single").text == "on")
                #expect(try await session.segue("consume").text == "on")
            }
        }

        @Test("Mute leaves the volume; toggles say what they came to; a part of the track; the long fade now")
        func toggles() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"listen\"", "crossfadeDuration = 8", "skipCrossfadeDuration = 2")
                try await start(session, seconds: 100, "A", "B")
                #expect(try await session.segue("volume", "60").status == 0)
                #expect(try await session.segue("mute", "toggle").text == "on")
                #expect(try await session.playerProperty("Volume").asDouble == 0.6)
                #expect(try await session.segue("mute", "off").text.isEmpty)
                #expect(try await session.segue("mute").text == "off")
                #expect(try await session.segue("shuffle", "toggle").text == "on")
                #expect(try await session.segue("shuffle", "toggle").text == "off")
                #expect(try await session.segue("shuffle", "smooth").status == 0)
                #expect(try await session.playerProperty("Shuffle").asBoolean == true)
                for word in ["off", "smooth"] {
                    #expect(try await session.segue("shuffle", "toggle").text == word)
                    #expect(try await session.segue("status", "--format", "{shuffle}").text == word)
                }
                #expect(try await session.segue("queue", "sort", "smooth").status == 0)
                #expect(try await session.segue("shuffle").text == "on", "what was sorted is kept")
                #expect(try await session.segue("shuffle", "off").status == 0)
                for mode in ["queue", "track", "off"] {
                    #expect(try await session.segue("repeat", "toggle").text == mode)
                }
                #expect(try await session.segue("seek", "50%").status == 0)
                let position = try await session.status().position
                #expect((49.9...60).contains(position), "\(position)")
                #expect(try await session.segue("seek", "101%").status == 2)
                let mark = await session.observer.mark()
                #expect(try await session.segue("crossfade").status == 0)
                let started = try await session.observer.signal(from: mark, "the fade") { $0.member == "Started" }
                #expect(started.arguments[2].asInt64 == 8_000_000)
                #expect(try await session.segue("crossfade").status == 1, "nothing is behind it")
            }
        }

        @Test("The queue is sorted, cropped, rid of what is there twice, and added to from the standard input")
        func order() async throws {
            try await Session.run { session in
                try await start(session, seconds: 100, "C", "A", "D", "B")
                #expect(try await session.segue("queue", "sort", "title").status == 0)
                #expect(try await session.titles() == ["A", "B", "C", "D"])
                #expect(try await session.title() == "C", "what plays goes on")
                #expect(try await session.segue("queue", "insert", "2", "D.wav", "A.wav").status == 0)
                #expect(try await session.titles() == ["A", "D", "A", "B", "C", "D"])
                let beyond = try await session.segue("queue", "insert", "8", "D.wav")
                #expect(beyond.status == 1)
                #expect(
                    beyond.errors.contains("at place 8: the queue has 6 entries, so its last place is 7"), "\(beyond)")
                #expect(try await session.segue("queue", "dedupe").status == 0)
                #expect(try await session.titles() == ["A", "D", "B", "C"])
                #expect(try await session.segue("queue", "crop", "2-3", "4").status == 0)
                #expect(try await session.titles() == ["D", "B", "C"])
                #expect(try await session.segue("queue", "crop").status == 0)
                #expect(try await session.titles() == ["C"])

                let segue = BuiltProducts.segue.path
                let lines = try await session.run("sh", "-c", "printf 'A.wav\\n\\nB.wav\\n' | \(segue) add -")
                #expect(lines.status == 0, "\(lines)")
                #expect(try await session.titles() == ["C", "A", "B"])
                let nulls = try await session.run("sh", "-c", "printf 'D.wav\\0A.wav' | \(segue) add --next --null -")
                #expect(nulls.status == 0, "\(nulls)")
                #expect(try await session.titles() == ["C", "D", "A", "A", "B"])
                let nothing = try await session.run("sh", "-c", "\(segue) add - < /dev/null")
                #expect(nothing.status == 1 && nothing.errors.contains("names nothing"), "\(nothing)")
                let keys = try await session.segue("queue", "sort", "colour").errors
                #expect(keys.contains("one of the following: title, artist, album, track, length, smooth."), "\(keys)")
                for wrong in [["add", "--null", "A.wav"], ["add", "-", "-"], ["queue", "sort", "colour"]] {
                    let result = try await session.start(segue, wrong).finish()
                    #expect(result.status == 2, "\(wrong): \(result)")
                }
            }
        }
    }
}
