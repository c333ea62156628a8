import Foundation
import SegueTestSupport
import Testing

extension EndToEnd {
    @Suite(.timeLimit(.minutes(2))) struct LanguageOfWindow {
        @Test("An installed window speaks German: its pages, and the errors of the player")
        func german() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0", "fadeOutDuration = 0")
                try await session.install(withWindow: true)
                _ = try await session.startDaemon(["--output", "null"])
                // The C library of Debian 13 translates nothing in the locale C.UTF-8, which may be the only one.
                let locales = session.folder.appendingPathComponent("locales")
                try FileManager.default.createDirectory(at: locales, withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(
                    atPath: locales.appendingPathComponent("de_DE.UTF-8").path,
                    withDestinationPath: "/usr/lib/locale/C.utf8")
                try await session.withScreen { screen in
                    let window = try session.start(
                        session.prefix.appendingPathComponent("bin/segue-window").path, [],
                        environment: screen.environment.merging(
                            ["LOCPATH": locales.path, "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"]) { $1 })
                    try await screen.sees("label", "Nichts wird gespielt")
                    try await screen.sees("page tab", "Listen")
                    // The tabs show their words in full.
                    func tab() async throws -> Int { try await screen.columns("page tab", "Warteschlange").count }
                    #expect(try await tab() > 90)
                    // The narrowest panel beside the page has 320 px.
                    // A window that is still being shown may take back its first size.
                    while try await tab() >= 85 {
                        try Task.checkCancellation()
                        try await screen.resize(690, 680)
                    }
                    try await screen.type("ctrl+l")
                    try await screen.hasFocus("text", "Adresse")
                    try await screen.write("file:///gone.flac")
                    try await screen.type("Return")
                    try await screen.sees("label", "/gone.flac: Diese Datei gibt es nicht.")
                    let text = session.music("text.flac")
                    try Data("no audio".utf8).write(to: text)
                    try await screen.type("ctrl+l")
                    try await screen.hasFocus("text", "Adresse")
                    try await screen.write("file://\(text.path)")
                    try await screen.type("Return")
                    let sentence =
                        "\(text.path): Ist kein Ton, der sich hier abspielen lässt: die Art des Inhalts ist unbekannt."
                    try await screen.sees("label", sentence)
                    // A sentence that is cut off has one line. The lines of a toast are closer than that of a button.
                    let line = try await screen.rows("label", "Meine Musik spielen").count
                    #expect(try await 4 * screen.rows("label", sentence).count > 5 * line)
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }
    }
}
