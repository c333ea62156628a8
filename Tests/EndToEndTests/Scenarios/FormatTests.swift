import Foundation
import SDBus
import Testing

/// Playback of every kind of file that the player claims to play.
extension EndToEnd {
    @Suite struct Formats {
        /// File names, desktops' MIME types for each, and ffmpeg's options to make the file.
        private static let files: [(name: String, types: [String], options: [String])] = [
            ("flac.flac", ["audio/flac", "audio/x-flac"], []),
            ("mp3.mp3", ["audio/mpeg", "audio/x-mp3"], []),
            ("vorbis.ogg", ["audio/ogg", "audio/x-vorbis+ogg"], ["-c:a", "libvorbis"]),
            ("opus.opus", ["audio/x-opus+ogg"], ["-c:a", "libopus"]),
            ("adts.aac", ["audio/aac"], []),
            ("aac.m4a", ["audio/mp4"], ["-c:a", "aac"]),
            ("book.m4b", ["audio/x-m4b"], ["-c:a", "aac", "-f", "mp4"]),
            ("alac.m4a", ["audio/mp4"], ["-c:a", "alac"]),
            ("wav.wav", ["audio/vnd.wave", "audio/x-wav"], []),
            ("aiff.aiff", ["audio/x-aiff"], []),
            ("au.au", ["audio/basic"], []),
            ("wavpack.wv", ["audio/x-wavpack"], []),
            ("wma.wma", ["audio/x-ms-wma"], ["-c:a", "wmav2"]),
            ("matroska.mka", ["audio/x-matroska"], ["-c:a", "flac"]),
            ("webm.webm", ["audio/webm"], ["-c:a", "libopus"]),
            ("flac.oga", ["audio/x-flac+ogg"], ["-c:a", "flac"]),
            ("speex.spx", ["audio/x-speex+ogg"], ["-ar", "16000", "-ac", "1"]),
            ("tta.tta", ["audio/x-tta"], []),
            ("mp2.mp2", ["audio/mp2"], []),
            ("ac3.ac3", ["audio/ac3"], []),
        ]

        private static let collections: [(name: String, types: [String])] = [
            ("list.m3u", ["audio/x-mpegurl"]), ("list.m3u8", ["application/vnd.apple.mpegurl"]),
            ("list.pls", ["audio/x-scpls"]), ("list.xspf", ["application/xspf+xml"]),
            ("sheet.cue", ["application/x-cue"]),
            // Desktops must not open folders with Segue unless a person requests it.
            ("folder", []),
        ]

        @Test("What the bus claims, what the desktop entry claims and what is tried here are one list")
        func claims() async throws {
            try await Session.run { session in
                _ = try await session.startDaemon("--output", "null")
                let claimed = try await session.observer.property(
                    "SupportedMimeTypes", of: "org.mpris.MediaPlayer2", at: Session.mprisPath,
                    destination: Session.player
                ).asStrings
                let entry = try KeyFile(
                    contentsOf: BuiltProducts.repository.appendingPathComponent(
                        "data/\(Session.application).desktop"))
                let tried = Set(Self.files.flatMap(\.types) + Self.collections.flatMap(\.types))
                #expect(claimed == tried.sorted())
                #expect(entry.list("Desktop Entry", "MimeType").sorted() == tried.sorted())
            }
        }

        @Test("A file of each type plays, to its end")
        func files() async throws {
            try await Session.run { session in
                for file in Self.files {
                    let made = try await session.start(
                        "ffmpeg",
                        ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=1"] + file.options + [
                            file.name
                        ]
                    ).finish()
                    #expect(made.status == 0, "\(file.name): \(made)")
                }
                let rendered = try await session.start(
                    BuiltProducts.segue.path,
                    ["render"] + Self.files.map(\.name) + ["-o", "all.wav", "--crossfade", "0", "--json", "-"]
                ).finish()
                #expect(rendered.status == 0 && rendered.errors.isEmpty, "\(rendered)")
                let report = try JSONSerialization.jsonObject(with: Data(rendered.output.utf8)) as? [String: Any]
                let tracks = report?["tracks"] as? [[String: Any]] ?? []
                let played = tracks.compactMap { ($0["uri"] as? String)?.split(separator: "/").last.map(String.init) }
                #expect(played == Self.files.map(\.name))
                // One second each, plus the padding that encoders add at the ends.
                let starts =
                    tracks.compactMap { ($0["firstSample"] as? NSNumber)?.intValue }
                    + [(report?["samples"] as? NSNumber)?.intValue ?? 0]
                for (file, length) in zip(Self.files, zip(starts, starts.dropFirst()).map { $1 - $0 }) {
                    #expect((43_000...50_000).contains(length), "\(file.name): \(length) samples")
                }
            }
        }

        @Test("So does what leads to files: playlists and folders")
        func collections() async throws {
            try await Session.run { session in
                try FileManager.default.createDirectory(
                    at: session.music("folder"), withIntermediateDirectories: true)
                for collection in Self.collections {
                    let track = collection.name == "folder" ? "folder/a.flac" : "\(collection.name).flac"
                    let file = try await session.makeFLAC(track, title: collection.name, seconds: 30)
                    let text: String
                    switch session.music(collection.name).pathExtension {
                    case "m3u", "m3u8": text = "#EXTM3U\n\(file.lastPathComponent)\n"
                    case "pls": text = "[playlist]\nFile1=\(file.lastPathComponent)\nNumberOfEntries=1\n"
                    case "xspf":
                        text = """
                            <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track>
                            <location>\(file.lastPathComponent)</location></track></trackList></playlist>
                            """
                    case "cue": text = "FILE \"\(file.lastPathComponent)\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n"
                    default: continue
                    }
                    try text.write(to: session.music(collection.name), atomically: true, encoding: .utf8)
                }
                _ = try await session.startDaemon("--output", "null")
                for collection in Self.collections {
                    try await session.callApplication(
                        "Open", .strings([session.music(collection.name).absoluteString]))
                    try await session.playing(collection.name)
                }
            }
        }
    }
}
