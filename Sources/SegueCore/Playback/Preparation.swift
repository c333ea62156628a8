/// The loads that get ready to be heard, in their order, and the plans for the ways to them.
struct Preparation: Sendable {
    private struct Place: Sendable {
        var load: Load
        var plan: Plan?
    }

    private var places: [Place] = []
    /// The load of the candidate that would be tried if the standby failed. Opened where the standby takes long.
    private(set) var spare: Load?
    private var lastGeneration: UInt64 = 0

    /// The load that is to be heard next.
    var standby: Load? { places.first?.load }
    /// The transition to the standby that the engine has been told of.
    var plan: Plan? { places.first?.plan }
    /// The standby, and the loads that follow by themselves behind it.
    var loads: [Load] { places.map(\.load) }

    /// The transition to the load at this place that the engine has been told of.
    func plan(to place: Int) -> Plan? { places.indices.contains(place) ? places[place].plan : nil }

    /// A load to be opened comes to `place`, in front of those that are there and further behind. Returns it, with a
    /// generation of its own.
    mutating func open(_ load: Load, at place: Int = 0) -> Load {
        let load = numbered(load)
        places.insert(Place(load: load), at: min(place, places.count))
        return load
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
        places = spare.map { [Place(load: $0)] } ?? []
        spare = nil
    }

    /// The spare is not wanted. Returns the spare.
    mutating func takeSpare() -> Load? {
        defer { spare = nil }
        return spare
    }

    /// The standby sounds from here on. Returns it. What was planned behind it stays.
    mutating func take() -> Load? { places.isEmpty ? nil : places.removeFirst().load }

    /// The last load is given up. Returns it.
    mutating func takeLast() -> Load? { places.popLast()?.load }

    /// Changes what is known of the standby. Does nothing without one.
    mutating func update(_ change: (inout Load) -> Void) {
        if !places.isEmpty { change(&places[0].load) }
    }

    /// Changes what is known of this load. Does nothing for one that is not here.
    mutating func update(_ generation: LoadGeneration, _ change: (inout Load) -> Void) {
        for place in places.indices where places[place].load.generation == generation { change(&places[place].load) }
        if var load = spare, load.generation == generation {
            change(&load)
            spare = load
        }
    }

    /// Takes over what became known of an entry.
    mutating func refresh(_ entry: QueueEntry) {
        for place in places.indices { places[place].load.refresh(entry) }
    }

    /// This is how its incoming load will be heard. Does nothing for a load that is not here.
    mutating func schedule(_ plan: Plan) {
        for place in places.indices where places[place].load.generation == plan.transition.incoming {
            places[place].plan = plan
        }
    }

    /// `refused` came too late for the engine: `standing` is heard. The basis stays, since to plan by it again would
    /// come too late as well. Does nothing where another plan has been made meanwhile.
    mutating func keep(_ standing: TransitionPlan, insteadOf refused: TransitionPlan) {
        for place in places.indices {
            guard let plan = places[place].plan, plan.transition.soundsLike(refused) else { continue }
            places[place].plan = Plan(basis: plan.basis, transition: standing)
        }
    }

    /// The engine has been told to leave the plan for the load at this place, or was not told yet.
    mutating func cancelPlan(to place: Int = 0) {
        if places.indices.contains(place) { places[place].plan = nil }
    }
}
