import Glibc
import SegueKit

/// One of the process's standard streams. Writes go straight to the descriptor: lines appear when they are written,
/// also in a pipe.
struct Terminal {
    static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
    static let standardError = Terminal(descriptor: STDERR_FILENO)

    let descriptor: Int32

    /// The errno of the first write to stdout that failed.
    private static let outputFailure = Locked<Int32?>(nil)

    /// Why something that was written to stdout did not get there: an errno; nil while all is well.
    var failure: Int32? { Self.outputFailure.withLock { $0 } }

    /// Whether a person sees what is written, on something that can redraw a line.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The width in columns now; 80 where it is not known.
    var columns: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Whether somebody could read what is written: false for a pipe whose reader has gone.
    var hasReader: Bool {
        var status = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&status, 1, 0) <= 0 || Int32(status.revents) & POLLERR == 0
    }

    /// Writes all of `text`. A reader that has gone ends the process by SIGPIPE, as with every filter, but does not end
    /// the player. Of other errors of stdout, the first is kept in `failure`, and makes the command fail in the end.
    /// Nobody is left to be told of errors of stderr.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
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

    /// Names something that was asked for and is left out, with the reason; the rest goes on without it.
    static func tellLeftOut(_ sentence: String) {
        standardError.writeLine("segue: Left out: \(printable(sentence))")
    }

    /// Names on stderr what is queued although nobody knows whether it plays.
    static func tellUnanswered(_ sentence: String) {
        standardError.writeLine("segue: Queued all the same: \(printable(sentence))")
    }

    /// Replaces the line that the cursor stands on, cut to the width of the terminal.
    func redraw(_ text: String) {
        write("\r\(text.fitted(to: max(1, columns - 1)))\u{1B}[K")
    }
}
