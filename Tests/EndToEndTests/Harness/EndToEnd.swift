import Testing

/// Tests of the built command as a whole. Scenarios run one after the other, because they share the processor with a
/// player that runs in real time.
@Suite(.serialized)
enum EndToEnd {}
