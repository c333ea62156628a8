/// The loads waiting to be heard, in order, with the planned transition to each of them.
struct Preparation: Sendable {
    private struct Place: Sendable {
        var load: Load
        var plan: Plan?
    }

    private var places: [Place] = []
    /// The load of the candidate that would be tried if the standby failed. Opened if the standby takes long.
    private(set) var spare: Load?
    private var lastGeneration: UInt64 = 0

    /// The first load of the line.
    var standby: Load? { places.first?.load }
    /// The transition to the standby, if the engine has it.
    var plan: Plan? { places.first?.plan }
    /// The standby, followed by the loads that follow it automatically.
    var loads: [Load] { places.map(\.load) }
    /// The number of loads in the line. The spare does not count.
    var count: Int { places.count }

    /// Returns the load at this place in the line, 0 for the standby; nil beyond the end.
    func load(at place: Int) -> Load? { places.indices.contains(place) ? places[place].load : nil }

    /// Returns the transition to the load at this place, if the engine has it.
    func plan(to place: Int) -> Plan? { places.indices.contains(place) ? places[place].plan : nil }

    /// Returns the place of this load in the line; nil for other loads, and for the spare.
    func place(of generation: LoadGeneration) -> Int? { places.firstIndex { $0.load.generation == generation } }

    /// The load in the line, or the spare, with this generation; nil for one that was heard or discarded.
    subscript(generation: LoadGeneration) -> Load? {
        place(of: generation).map { places[$0].load } ?? (spare?.generation == generation ? spare : nil)
    }

    /// Inserts a load to be opened at `place`. Returns the load, with its own generation.
    mutating func open(_ load: Load, at place: Int = 0) -> Load {
        let load = numbered(load)
        places.insert(Place(load: load), at: min(place, places.count))
        return load
    }

    /// Opens a load beside the standby. Returns the load, with its own generation.
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

    /// Makes the spare the standby, which has been discarded.
    mutating func promoteSpare() {
        places = spare.map { [Place(load: $0)] } ?? []
        spare = nil
    }

    /// Removes and returns the spare.
    mutating func takeSpare() -> Load? {
        defer { spare = nil }
        return spare
    }

    /// Removes and returns the standby. The plans of the loads after it are kept.
    mutating func take() -> Load? { places.isEmpty ? nil : places.removeFirst().load }

    /// Removes and returns the last load of the line.
    mutating func takeLast() -> Load? { places.popLast()?.load }

    /// Changes the standby. Does nothing without one.
    mutating func update(_ change: (inout Load) -> Void) {
        if !places.isEmpty { change(&places[0].load) }
    }

    /// Changes the load in the line, or the spare, with this generation. Does nothing for other loads.
    mutating func update(_ generation: LoadGeneration, _ change: (inout Load) -> Void) {
        if let place = place(of: generation) { change(&places[place].load) }
        if var load = spare, load.generation == generation {
            change(&load)
            spare = load
        }
    }

    /// Copies the new facts about an entry into its loads.
    mutating func refresh(_ entry: QueueEntry) {
        for place in places.indices { places[place].load.refresh(entry) }
    }

    /// Records the transition to its incoming load. Does nothing if that load is not in the line.
    mutating func schedule(_ plan: Plan) {
        if let place = place(of: plan.transition.incoming) { places[place].plan = plan }
    }

    /// Records that `refused` came too late for the engine: `standing` is heard. The basis stays, since a new plan by
    /// the same basis would come too late as well. Does nothing if another plan has been made meanwhile.
    mutating func keep(_ standing: TransitionPlan, insteadOf refused: TransitionPlan) {
        for place in places.indices {
            guard let plan = places[place].plan, plan.transition.soundsLike(refused) else { continue }
            places[place].plan = Plan(basis: plan.basis, transition: standing)
        }
    }

    /// Removes the transition to the load at this place.
    mutating func cancelPlan(to place: Int = 0) {
        if places.indices.contains(place) { places[place].plan = nil }
    }
}
