import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// The requests to keep the computer awake, and the handling of the answers.
@Suite struct InhibitionMachineTests {
    /// An event, in the words of the table.
    enum Event: String, CaseIterable {
        case want, leave, granted, refused, portal, noPortal, login, noLogin
    }

    /// Takes one step; the answers are to the last request.
    private static func take(_ event: Event, _ machine: inout InhibitionMachine) -> [InhibitionMachine.Action] {
        let number = machine.lastNumber
        return switch event {
        case .want: machine.want(true)
        case .leave: machine.want(false)
        case .granted: machine.answer(number, isGranted: true)
        case .refused: machine.answer(number, isGranted: false)
        case .portal: machine.reach(.portal)
        case .noPortal: machine.lose(.portal)
        case .login: machine.reach(.login1)
        case .noLogin: machine.lose(.login1)
        }
    }

    private static func word(_ action: InhibitionMachine.Action) -> String {
        switch action {
        case .ask(let inhibitor, _): "ask \(inhibitor)"
        case .release(let inhibitor): "release \(inhibitor)"
        }
    }

    private static func word(_ state: InhibitionMachine.State) -> String {
        switch state {
        case .idle: "idle"
        case .asking(let inhibitor, _): "asking \(inhibitor)"
        case .held(let inhibitor, _): "held \(inhibitor)"
        case .refused: "refused"
        }
    }

    @Test(arguments: [
        // No service is present.
        ("want", "refused", ""), ("want leave", "idle", ""), ("want login", "asking login1", "ask login1"),
        ("leave portal login noLogin noPortal", "idle", ""),
        // The portal comes first.
        ("portal login want", "asking portal", "ask portal"),
        ("portal login want granted", "held portal", "ask portal"),
        ("portal login want granted want", "held portal", "ask portal"),
        ("portal login want granted leave", "idle", "ask portal, release portal"),
        ("portal login want leave", "idle", "ask portal, release portal"),
        ("portal login want leave granted", "idle", "ask portal, release portal"),
        // Without the portal, login1 is asked; a late grant of the portal is released.
        ("login want granted", "held login1", "ask login1"),
        ("portal login want refused", "asking login1", "ask portal, release portal, ask login1"),
        ("portal login want refused granted leave", "idle", "ask portal, release portal, ask login1, release login1"),
        (
            "portal login want granted refused", "asking login1", "ask portal, release portal, ask login1"
        ),
        (
            "portal login want refused refused", "refused",
            "ask portal, release portal, ask login1, release login1"
        ),
        ("portal want refused", "refused", "ask portal, release portal"),
        // A service that disappears loses its grant, and is asked again when it is back.
        ("login want granted noLogin", "refused", "ask login1, release login1"),
        ("login want granted noLogin login", "asking login1", "ask login1, release login1, ask login1"),
        ("login want granted noLogin leave login", "idle", "ask login1, release login1"),
        ("login want granted portal", "held login1", "ask login1"),
        ("login want granted portal noLogin", "asking portal", "ask login1, release login1, ask portal"),
        ("portal login want granted noPortal", "asking login1", "ask portal, release portal, ask login1"),
        ("portal login want noPortal granted", "held login1", "ask portal, release portal, ask login1"),
        ("portal login want granted noLogin", "held portal", "ask portal"),
    ])
    func answersAsTheTableSays(_ events: String, state: String, actions: String) {
        var machine = InhibitionMachine()
        var told: [String] = []
        for name in events.split(separator: " ") {
            guard let event = Event(rawValue: String(name)) else { preconditionFailure("no event \(name)") }
            told += Self.take(event, &machine).map(Self.word)
        }
        #expect(Self.word(machine.state) == state)
        #expect(told.joined(separator: ", ") == actions)
    }

    @Test func aLateAnswerIsNobodys() {
        var machine = InhibitionMachine()
        _ = machine.reach(.login1)
        _ = machine.want(true)
        let first = machine.lastNumber
        _ = machine.want(false)
        _ = machine.want(true)
        #expect(machine.answer(first, isGranted: true).isEmpty)
        #expect(machine.state == .asking(.login1, number: first + 1))
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func whatWasAskedForIsHeldOrTakenBack(seed: UInt64) {
        var random = SeededRandom(state: seed)
        var machine = InhibitionMachine()
        var open: SuspendInhibitor?
        for _ in 0..<300 {
            guard let event = Event.allCases.randomElement(using: &random) else { return }
            for action in Self.take(event, &machine) {
                switch action {
                case .ask(let inhibitor, _):
                    #expect(open == nil, "seed \(seed): two at once")
                    open = inhibitor
                case .release(let inhibitor):
                    #expect(open == inhibitor, "seed \(seed): nothing to take back")
                    open = nil
                }
            }
            switch machine.state {
            case .idle, .refused: #expect(open == nil, "seed \(seed): \(machine.state)")
            case .asking(let inhibitor, _), .held(let inhibitor, _): #expect(open == inhibitor, "seed \(seed)")
            }
        }
    }
}
