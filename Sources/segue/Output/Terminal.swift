import Glibc
import SegueKit

/// A standard stream of the process. Writes go directly to the descriptor, so that lines appear immediately, even in a
/// pipe.
struct Terminal {
    static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
    static let standardError = Terminal(descriptor: STDERR_FILENO)

    let descriptor: Int32

    /// The errno of the first failed write to stdout.
    private static let outputFailure = Locked<Int32?>(nil)

    /// The errno of the first failed write to stdout; nil if all writes have succeeded.
    var failure: Int32? { Self.outputFailure.withLock { $0 } }

    /// True if the stream is a terminal, on which a line can be redrawn.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The current width in columns; 80 if unknown.
    var columns: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// True if the output can be read; false for a pipe without a reader.
    var hasReader: Bool {
        var status = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&status, 1, 0) <= 0 || Int32(status.revents) & POLLERR == 0
    }

    /// True if `PIPE_BUF` bytes can be written without waiting for the reader of a pipe or for a stopped terminal.
    private var hasRoom: Bool {
        var status = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&status, 1, 0) > 0
    }

    /// Opens the null device as each standard stream that the caller has closed, only for reading, so that writing to
    /// it still fails. Otherwise the next file or socket would become that stream, and output would go there.
    static func openMissing() {
        var descriptor: Int32
        repeat { descriptor = open("/dev/null", O_RDONLY) } while 0...STDERR_FILENO ~= descriptor
        close(descriptor)
    }

    /// Writes a line of the player's log. Text for which there is no room is lost: the music does not wait for the
    /// reader of the log.
    func log(_ text: String) {
        var rest = Array("\(text)\n".utf8)[...]
        while !rest.isEmpty, hasRoom {
            write(rest.prefix(Int(PIPE_BUF)))
            rest = rest.dropFirst(Int(PIPE_BUF))
        }
    }

    /// Writes all of `text`. A closed reader ends the process by SIGPIPE, as with every filter, but does not end the
    /// player. The first other error of stdout is stored in `failure`, and makes the command fail at the end. Errors of
    /// stderr are ignored, because they cannot be reported.
    func write(_ text: String) {
        write(Array(text.utf8)[...])
    }

    private func write(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else {
                    let code = errno
                    if descriptor == STDOUT_FILENO { Self.outputFailure.withLock { $0 = $0 ?? code } }
                    return
                }
                continue
            }
            rest = rest.dropFirst(count)
        }
    }

    func writeLine(_ text: String) {
        write(text + "\n")
    }

    /// Reports a requested item that is left out, with the reason. The rest continues without it.
    static func tellLeftOut(_ sentence: String) {
        standardError.writeLine("segue: Left out: \(printable(sentence))")
    }

    /// Reports on stderr an item that is queued although it is unknown whether it is playable.
    static func tellUnanswered(_ sentence: String) {
        standardError.writeLine("segue: Queued anyway: \(printable(sentence))")
    }

    /// Replaces the line of the cursor, truncated to the width of the terminal.
    func redraw(_ text: String) {
        write("\r\(text.fitted(to: max(1, columns - 1)))\u{1B}[K")
    }
}
