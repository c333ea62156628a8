import Foundation
import SDBus
import Testing

/// Clients' requirements on the metadata, tested on the running player (mpris.md, Metadata).
extension EndToEnd {
    @Suite struct MetadataConformance {
        @Test("D1–D6, D11–D14: keys, types and identities of tagged and untagged files")
        func keys() async throws {
            try await Session.run { session in
                try await session.makeFLAC("plain.flac", title: "Plain", seconds: 60)
                let picture = session.folder.appendingPathComponent("cover.png")
                try Data(Self.picture).write(to: picture)
                let tagged = try await session.run(
                    "flac", "-s", "-d", "-o", session.music("full.wav").path, session.music("plain.flac").path)
                #expect(tagged.status == 0, "\(tagged)")
                let full = try await session.run(
                    "flac", "-s", "-T", "TITLE=Full", "-T", "ARTIST=One", "-T", "ARTIST=Two", "-T", "ALBUM=All of it",
                    "-T", "ALBUMARTIST=Several", "-T", "TRACKNUMBER=3", "-T", "DISCNUMBER=1", "-T", "GENRE=Test",
                    "-T", "COMPOSER=Nobody", "-T", "DATE=1997", "-T", "COMMENT=Said", "-T", "LYRICS=La la",
                    "-T", "BPM=120", "--picture=\(picture.path)", "-o", session.music("full.flac").path,
                    session.music("full.wav").path)
                #expect(full.status == 0, "\(full)")
                try session.makeLevel("untagged.wav", frames: 44100 * 60, left: 100, right: 100)
                _ = try await session.startDaemon("--output", "null", "full.flac", "full.flac", "untagged.wav")
                try await session.playing("Full")

                let metadata = try await session.metadata()
                let types = [
                    "mpris:trackid": "o", "mpris:length": "x", "mpris:artUrl": "s", "xesam:title": "s",
                    "xesam:album": "s", "xesam:url": "s", "xesam:asText": "s", "xesam:contentCreated": "s",
                    "xesam:artist": "as", "xesam:albumArtist": "as", "xesam:composer": "as", "xesam:genre": "as",
                    "xesam:comment": "as", "xesam:trackNumber": "i", "xesam:discNumber": "i", "xesam:audioBPM": "i",
                ]
                for (key, type) in types { #expect(metadata[key]?.signature == type, "D4: \(key)") }
                #expect(metadata["xesam:artist"]?.asStrings == ["One", "Two"], "D5")
                #expect(metadata["xesam:contentCreated"]?.asString == "1997-01-01T00:00:00", "D12")
                #expect(metadata["mpris:length"]?.asInt64 == 60_000_000, "D3")
                #expect(metadata.count <= 25, "D14")
                #expect(metadata.keys.allSatisfy { $0.contains(":") && !$0.hasPrefix("kde:") }, "D13")
                let art = try #require(metadata["mpris:artUrl"]?.asString)
                let file = try #require(URL(string: art))
                #expect(file.isFileURL, "D8")
                #expect(try Data(contentsOf: file) == Data(Self.picture), "D8: complete when it is told")
                #expect(file.path.contains("/.cache/segue/"), "D10")

                // D1, D9: the same file twice is two entries with one picture.
                let first = try await session.track()
                try await session.player("Next")
                try await session.playing("Full")
                #expect(try await session.track() != first, "D1")
                #expect(try await session.metadata()["mpris:artUrl"]?.asString == art, "D9")
                let second = try await session.track()
                try await session.queue("Remove", .objectPaths([first]))
                #expect(try await session.track() == second, "D1: an edit leaves the others alone")
                try await session.player("Next")
                try await session.playing("untagged")
                let bare = try await session.metadata()
                #expect(bare["xesam:title"]?.asString == "untagged", "D6")
                for key in ["mpris:artUrl", "xesam:artist", "xesam:album", "xesam:trackNumber", "xesam:asText"] {
                    #expect(bare[key] == nil, "D5, D11: \(key)")
                }
                // D2
                try await session.queue("Clear")
                #expect(try await session.metadata() == ["mpris:trackid": .objectPath(Session.noTrack)], "D2")
            }
        }

        @Test("D4, D7–D9: odd names, ratings, covers and lyrics beside the file")
        func neighbours() async throws {
            try await Session.run { session in
                try await session.makeFLAC("tone.flac", title: "Odd", seconds: 30)
                let odd = session.music("a #1 100% é?.flac")
                let inner = session.music("album/b.flac")
                try FileManager.default.createDirectory(
                    at: inner.deletingLastPathComponent(), withIntermediateDirectories: false)
                try FileManager.default.moveItem(at: session.music("tone.flac"), to: odd)
                try FileManager.default.copyItem(at: odd, to: inner)
                let rated = try await session.run("metaflac", "--set-tag=RATING=4", odd.path)
                #expect(rated.status == 0, "\(rated)")
                let other = Data(Self.picture) + [0]
                try Data(Self.picture).write(to: session.music("Folder.png"))
                try other.write(to: session.music("album/cover.png"))
                try Data("[00:01.00]la\n".utf8).write(to: session.music("album/b.lrc"))
                var mark = await session.observer.mark()
                _ = try await session.startDaemon("--output", "null", odd.path, inner.path)
                let first = try await Self.withCover(in: session, from: mark)
                let url = try #require(first["xesam:url"]?.asString)
                #expect(url.hasSuffix("/a%20%231%20100%25%20%C3%A9%3F.flac"), "D7: \(url)")
                #expect(URL(string: url)?.path == odd.path, "D7")
                #expect(first["xesam:userRating"] == .double(0.8), "D4")
                let cover = try Self.cover(first)
                #expect(try Data(contentsOf: cover) == Data(Self.picture), "D8")
                #expect(cover.path.contains("/.cache/segue/"), "D9: another picture of that name has another address")

                mark = await session.observer.mark()
                try await session.player("Next")
                let second = try await Self.withCover(in: session, from: mark)
                #expect(second["mpris:trackid"] != first["mpris:trackid"])
                #expect(second["xesam:asText"] == .string("[00:01.00]la"))
                #expect(try Data(contentsOf: Self.cover(second)) == other, "D8")
                #expect(second["mpris:artUrl"] != first["mpris:artUrl"], "D9")
                #expect(try Data(contentsOf: cover) == Data(Self.picture), "D9: kept when it is no longer shown")
            }
        }

        /// Returns the current metadata, once the cover has been found.
        private static func withCover(in session: Session, from mark: Int) async throws -> [String: BusValue] {
            try await session.announced("Metadata", from: mark) { $0.asProperties?["mpris:artUrl"] != nil }
            return try await session.metadata()
        }

        private static func cover(_ metadata: [String: BusValue]) throws -> URL {
            try #require(URL(string: metadata["mpris:artUrl"]?.asString ?? ""))
        }

        @Test("D16: a track that nobody has read yet is shown at once, and corrected once")
        func unread() async throws {
            try await Session.run { session in
                try Data(Self.picture).write(to: session.music("cover.png"))
                try await session.makeFLAC("00.flac", title: "00", seconds: 30)
                for number in 1...20 {
                    let name = (number < 10 ? "0" : "") + "\(number)"
                    try FileManager.default.copyItem(at: session.music("00.flac"), to: session.music("\(name).flac"))
                    _ = try await session.run(
                        "metaflac", "--remove-tag=TITLE", "--set-tag=TITLE=Track \(name)",
                        session.music("\(name).flac").path)
                }
                _ = try await session.startDaemon("--output", "null", session.music("").path)
                try await session.playing("00")
                let tracks = try await session.observer.property(
                    "Tracks", of: "org.mpris.MediaPlayer2.TrackList", at: Session.mprisPath,
                    destination: Session.player)
                let track = try #require(tracks.asObjectPaths?[15])
                let mark = await session.observer.mark()
                try await session.observer.call(
                    Session.player, Session.mprisPath, "org.mpris.MediaPlayer2.TrackList", "GoTo", .objectPath(track))
                try await session.announced("Metadata", from: mark) { $0.asProperties?["mpris:artUrl"] != nil }
                try await session.playing("Track 15")
                // When this call is replied to, everything sent before has arrived.
                try await session.observer.call(
                    Session.player, Session.mprisPath, "org.mpris.MediaPlayer2.Player", "Pause")
                try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Paused" }
                let metadata = await session.observer.signals(from: mark).compactMap { signal -> [String: BusValue]? in
                    guard signal.member == "PropertiesChanged",
                        signal.arguments.first?.asString == "org.mpris.MediaPlayer2.Player"
                    else { return nil }
                    return signal.arguments[1].asProperties?["Metadata"]?.asProperties
                }
                #expect(metadata.allSatisfy { $0["mpris:trackid"] == .objectPath(track) })
                #expect(metadata.map { $0["xesam:title"]?.asString } == ["15", "Track 15"])
                #expect(metadata.last?["mpris:artUrl"] != nil)
                #expect(metadata.last?["mpris:length"] == .int64(30_000_000))
            }
        }

        /// A PNG of one pixel.
        private static let picture: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
            0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4, 0x89, 0x00, 0x00, 0x00,
            0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0x60, 0x60, 0xF8, 0x0F, 0x00, 0x01, 0x04, 0x01, 0x00,
            0x5F, 0xE5, 0xC3, 0x4B, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
        ]
    }
}
