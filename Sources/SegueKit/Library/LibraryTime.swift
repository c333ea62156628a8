import Glibc

/// The clock of the index.
package enum LibraryTime {
    /// The current time, in seconds since 1970.
    package static var now: Int64 { Int64(time(nil)) }
}
