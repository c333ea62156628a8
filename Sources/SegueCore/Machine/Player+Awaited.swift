extension Player {
    /// The command that waits until a track or a position is heard; nil if no command does.
    public var waitingCommand: CommandTicket? {
        standby?.request?.ticket ?? pursuit.navigation?.ticket ?? pursuit.seek?.ticket
    }

    /// Returns the command that waits for a load, with the entry that is loaded; nil if no command waits for it.
    public func command(awaiting generation: LoadGeneration) -> (ticket: CommandTicket, entry: QueueEntry)? {
        guard let standby, standby.generation == generation else { return nil }
        let ticket =
            switch standby.purpose {
            case .seek: pursuit.seek?.ticket
            case .navigation: standby.request?.ticket ?? pursuit.navigation?.ticket
            case .advance, .reconnection: nil as CommandTicket?
            }
        return ticket.map { ($0, standby.entry) }
    }
}
