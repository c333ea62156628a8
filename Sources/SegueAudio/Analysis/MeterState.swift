import CEBUR128

/// A state of libebur128, which `deinit` destroys. For one thread at a time.
final class MeterState {
    let pointer: UnsafeMutablePointer<ebur128_state>

    /// Returns nil if the library refuses: no channels, an absurd rate, no memory.
    init?(rate: Int, channels: Int, modes: UInt32) {
        guard channels > 0, let pointer = ebur128_init(UInt32(channels), UInt(rate), Int32(modes)) else { return nil }
        self.pointer = pointer
    }

    deinit {
        var state: UnsafeMutablePointer<ebur128_state>? = pointer
        ebur128_destroy(&state)
    }
}
