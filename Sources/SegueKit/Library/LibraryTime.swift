import Glibc

/// The time of the index.
package enum LibraryTime {
    /// Seconds since 1970.
    package static var now: Int64 { Int64(time(nil)) }
}
