/// The mount points of the computer, as `/proc/self/mountinfo` lists them (proc_pid_mountinfo(5)).
public enum MountTable {
    /// Returns the paths at which file systems are mounted, in the order of the text. Lines of another form are
    /// skipped.
    public static func points(in text: some Sequence<UInt8>) -> [String] {
        Array(text).split(separator: UInt8(ascii: "\n")).compactMap { line in
            // ID, parent, device, root, mount point.
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard fields.count > 4, fields[4].first == UInt8(ascii: "/") else { return nil }
            return String(decoding: unescaped(fields[4]), as: UTF8.self)
        }
    }

    /// Decodes `\040` and the like: the kernel writes blanks, line ends and backslashes as three octal digits.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3,
                let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
