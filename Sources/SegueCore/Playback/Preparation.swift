/// What gets ready to be heard next, whatever it is for, and the plan for the way to it.
struct Preparation: Sendable {
    /// The deck that gets ready.
    private(set) var standby: Load?
    /// The transition to it that the engine has been told of.
    private(set) var plan: Plan?
    private var lastGeneration: UInt64 = 0

    /// A load to be opened takes the place of the former one, which has been discarded. Returns it, with a generation
    /// of its own.
    mutating func open(_ load: Load) -> Load {
        lastGeneration += 1
        var load = load
        load.generation = LoadGeneration(rawValue: lastGeneration)
        load.info = nil
        standby = load
        plan = nil
        return load
    }

    /// Nothing gets ready any more; what did is returned.
    mutating func discard() -> Load? {
        defer {
            standby = nil
            plan = nil
        }
        return standby
    }

    /// It is what sounds from here on.
    mutating func take() -> Load? { discard() }

    /// Changes what is known of it. Does nothing while nothing gets ready.
    mutating func update(_ change: (inout Load) -> Void) {
        guard var load = standby else { return }
        change(&load)
        standby = load
    }

    /// The same for this load alone.
    mutating func update(_ generation: LoadGeneration, _ change: (inout Load) -> Void) {
        if standby?.generation == generation { update(change) }
    }

    mutating func schedule(_ plan: Plan) { self.plan = plan }

    /// The engine has been told to leave it, or was not told yet.
    mutating func cancelPlan() { plan = nil }
}
