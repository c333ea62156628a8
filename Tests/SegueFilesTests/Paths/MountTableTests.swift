import SegueFiles
import SegueTestSupport
import Testing

@Suite struct MountTableTests {
    private static func points(_ text: String) -> [String] { MountTable.points(in: text.utf8) }

    @Test func readsWhatTheKernelWrites() {
        let text = #"""
            22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
            36 22 0:32 / /mnt/my\040share rw - nfs4 nas:/music rw,vers=4.2
            37 22 0:33 / /mnt/tab\011line\012back\134slash rw - tmpfs tmpfs rw
            38 22 0:34 /sub /media/größe rw shared:2 master:3 - fuse.sshfs host: rw
            39 22 0:35 / /mnt/later rw

            """#
        #expect(
            Self.points(text) == [
                "/", "/mnt/my share", "/mnt/tab\tline\nback\\slash", "/media/größe", "/mnt/later",
            ])
    }

    @Test(arguments: ["", "\n\n", "22 1 8:2 /", "22 1 8:2 / relative rw", "no table at all, of any kind", "     "])
    func passesOverWhatIsNoMount(text: String) {
        #expect(Self.points(text) == [])
    }

    @Test(arguments: [
        (#"\040"#, " "), (#"\"#, #"\"#), (#"\04"#, #"\04"#), (#"\999"#, #"\999"#), (#"\400"#, #"\400"#),
        (#"\-12"#, #"\-12"#), (#"\+12"#, "\n"), (#"\134040"#, #"\040"#),
    ])
    func decodesThreeOctalDigits(text: String, decoded: String) {
        #expect(Self.points("1 1 0:1 / /\(text)x rw") == ["/\(decoded)x"])
    }

    @Test func anyBytesAreReadWithoutADeath() {
        var random = SeededRandom.anew()
        let alphabet = Array("/ \\\n0123456789-a".utf8) + [0, 0x80, 0xFF]
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<80, using: &random)
            let text = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            for point in MountTable.points(in: text) { #expect(point.hasPrefix("/")) }
        }
    }
}
