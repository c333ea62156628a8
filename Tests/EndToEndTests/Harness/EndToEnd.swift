import Testing

/// The built command, whole. One scenario after the other: they share the processor with a player that runs in real time.
@Suite(.serialized)
enum EndToEnd {}
