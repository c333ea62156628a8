import Foundation
import Testing

/// The Debian package of the build under test, made as by `make deb`. `scripts/check-package` tests it in a separate
/// Debian.
extension EndToEnd {
    @Suite struct Package {
        @Test("The Debian package has what an installation has, what policy asks for, and names what it needs")
        func package() async throws {
            try await Session.run { session in
                try await session.install()
                let made = try await session.package(BuiltProducts.segue.path)
                #expect(made.status == 0, "\(made)")
                let package = made.text
                #expect(package.hasPrefix(session.folder.path + "/segue_"), "\(made)")

                let version = try await session.segue("--version").text.split(separator: " ").last ?? ""
                #expect(try await session.field("Version", of: package) == "\(version)-1")
                #expect(try await session.field("Package", of: package) == "segue")
                #expect(try await session.field("Maintainer", of: package) == "A Packager <packager.example.org>")
                let needed = try await session.field("Depends", of: package)
                for name in [
                    "libc6", "libgstreamer1.0-0", "libsqlite3-0", "libsystemd0", "gstreamer1.0-plugins-base",
                    "gstreamer1.0-plugins-good", "default-dbus-session-bus | dbus-session-bus",
                ] {
                    #expect(needed.contains(name), "\(name) in \(needed)")
                }
                #expect(try await session.field("Recommends", of: package).contains("gstreamer1.0-libav"))

                let extracted = session.folder.appendingPathComponent("extracted")
                let unpacked = try await session.run("dpkg-deb", "-x", package, extracted.path)
                #expect(unpacked.status == 0, "\(unpacked)")
                let files = session.files(below: extracted.appendingPathComponent("usr"))
                var expected = session.files(below: session.prefix)
                expected.subtract(["share/man/man1/segue.1", "share/zsh/site-functions/_segue"])
                expected.formUnion(["share/man/man1/segue.1.gz", "share/zsh/vendor-completions/_segue"])
                expected.formUnion(
                    ["copyright", "changelog.gz", "changelog.Debian.gz"].map { "share/doc/segue/\($0)" })
                #expect(files == expected)

                // The copyright of all code linked into the binary is listed.
                let resolved = BuiltProducts.repository.appendingPathComponent("Package.resolved")
                let pins = try String(contentsOf: resolved, encoding: .utf8)
                    .matches(of: /"identity" : "([^"]+)"/).map(\.output.1)
                let copyright = try String(
                    contentsOf: extracted.appendingPathComponent("usr/share/doc/segue/copyright"), encoding: .utf8)
                #expect(!pins.isEmpty)
                for pin in pins { #expect(copyright.contains(pin), "\(pin)") }
                // So is that of the toolchain's libraries, which this build links dynamically.
                let runtime = try await session.run("ldd", BuiltProducts.segue.path).output
                    .matches(of: /(lib\w+)\.so => \S*\/swift\/linux\//).map(\.output.1)
                #expect(runtime.contains("lib_FoundationICU"))
                for library in runtime { #expect(copyright.contains(library), "\(library)") }
            }
        }

        @Test("The window is a package of its own, which needs the player, and the player needs no toolkit")
        func window() async throws {
            try await Session.run { session in
                try await session.install()
                let player = session.files(below: session.prefix)
                try await session.install(withWindow: true)
                let both = session.files(below: session.prefix)
                let made = try await session.package(BuiltProducts.window.path)
                #expect(made.status == 0, "\(made)")
                let package = made.text
                #expect(try await session.field("Package", of: package) == "segue-window")
                let needed = try await session.field("Depends", of: package)
                for name in ["libadwaita-1-0", "libgtk-4-1", "segue (= "] {
                    #expect(needed.contains(name), "\(name) in \(needed)")
                }
                let extracted = session.folder.appendingPathComponent("extracted")
                let unpacked = try await session.run("dpkg-deb", "-x", package, extracted.path)
                #expect(unpacked.status == 0, "\(unpacked)")
                let files = session.files(below: extracted.appendingPathComponent("usr"))
                    .filter { !$0.hasPrefix("share/doc/") }
                // The menu entry is in both packages: while the window is installed, its entry is used.
                let entry = "share/applications/\(Session.application).desktop"
                #expect(
                    Set(files.map { $0 == "share/man/man1/segue-window.1.gz" ? String($0.dropLast(3)) : $0 })
                        == both.subtracting(player).union([entry]))
                let menu = try KeyFile(contentsOf: extracted.appendingPathComponent("usr/\(entry)"))
                #expect(menu["Desktop Entry", "Exec"] == "segue-window %U")
                for (script, word) in [("preinst", "--add"), ("postrm", "--remove")] {
                    let text = try await session.run("dpkg-deb", "-I", package, script).output
                    #expect(text.contains("dpkg-divert --package segue-window \(word)"), "\(text)")
                    #expect(text.contains(" /usr/\(entry) "), "\(text)")
                }
                #expect(files.contains("share/dbus-1/services/io.github.segueplayer.Segue.Window.service"))
                #expect(files.contains("share/locale/de/LC_MESSAGES/segue.mo"))
                let libraries = try await session.run("ldd", BuiltProducts.segue.path).output
                #expect(!libraries.contains("libgtk"), "\(libraries)")
            }
        }
    }
}

extension Session {
    /// Builds a package without compression, which would take longer than all the rest. The package is only inspected
    /// (dpkg-deb(1)).
    fileprivate func package(_ binary: String) async throws -> Finished {
        try await run(
            BuiltProducts.repository.appendingPathComponent("scripts/package").path, binary, folder.path,
            environment: [
                "DEBFULLNAME": "A Packager", "DEBEMAIL": "packager.example.org", "DPKG_DEB_COMPRESSOR_TYPE": "none",
            ])
    }

    fileprivate func field(_ name: String, of package: String) async throws -> String {
        try await run("dpkg-deb", "-f", package, name).text
    }
}
