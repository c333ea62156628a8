/// The load that gets ready to be heard next, whatever it is for, and the plan for the way to it.
struct Preparation: Sendable {
    /// The load that gets ready in the free deck.
    private(set) var standby: Load?
    /// The load of the candidate that would be tried if the standby failed. Opened where the standby takes long.
    private(set) var spare: Load?
    /// The transition to the standby that the engine has been told of.
    private(set) var plan: Plan?
    private var lastGeneration: UInt64 = 0

    /// A load to be opened takes the place of the former one, which has been discarded. Returns it, with a generation
    /// of its own.
    mutating func open(_ load: Load) -> Load {
        standby = numbered(load)
        plan = nil
        return standby ?? load
    }

    /// Opens a load beside the standby. Returns the load, with a generation of its own.
    mutating func openSpare(_ load: Load) -> Load {
        let load = numbered(load)
        spare = load
        return load
    }

    private mutating func numbered(_ load: Load) -> Load {
        lastGeneration += 1
        var load = load
        load.generation = LoadGeneration(rawValue: lastGeneration)
        load.info = nil
        return load
    }

    /// The spare becomes the standby, which has been discarded.
    mutating func promoteSpare() {
        standby = spare
        spare = nil
        plan = nil
    }

    /// The spare is not wanted. Returns the spare.
    mutating func takeSpare() -> Load? {
        defer { spare = nil }
        return spare
    }

    /// The standby sounds from here on, or is given up. Returns it.
    mutating func take() -> Load? {
        defer {
            standby = nil
            plan = nil
        }
        return standby
    }

    /// Changes what is known of the standby. Does nothing without one.
    mutating func update(_ change: (inout Load) -> Void) {
        guard var load = standby else { return }
        change(&load)
        standby = load
    }

    /// Changes what is known of this load, the standby or the spare. Does nothing for another one.
    mutating func update(_ generation: LoadGeneration, _ change: (inout Load) -> Void) {
        if standby?.generation == generation { update(change) }
        if var load = spare, load.generation == generation {
            change(&load)
            spare = load
        }
    }

    mutating func schedule(_ plan: Plan) { self.plan = plan }

    /// `refused` came too late for the engine: `standing` is heard. The basis stays, since to plan by it again would
    /// come too late as well. Does nothing where another plan has been made meanwhile.
    mutating func keep(_ standing: TransitionPlan, insteadOf refused: TransitionPlan) {
        guard let plan, plan.transition.soundsLike(refused) else { return }
        self.plan = Plan(basis: plan.basis, transition: standing)
    }

    /// The engine has been told to leave it, or was not told yet.
    mutating func cancelPlan() { plan = nil }
}
