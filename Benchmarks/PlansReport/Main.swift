import Foundation
import SegueCore

/// A report on the player's transitions between real tracks, computed from the facts of the tracks: with their rhythm,
/// without it, and plain (design.md, Rhythm). A report on the orders of smooth shuffle and the smooth sort
/// (design.md, Smooth shuffle). Exits with 1 if a target is missed.
@main
enum PlansReport {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let path = arguments.first, let pairs = Int(arguments.dropFirst().first ?? "3000") else {
            print("Usage: PlansReport FACTS [PAIRS]\nFACTS: the lines of `segue analyse --json --curves`")
            exit(2)
        }
        let tracks = try Track.read(path)
        print("\(tracks.count) tracks")
        guard tracks.count > 1 else { exit(2) }
        let report = PairsReport(tracks, pairs: pairs)
        let orders = OrdersReport(tracks)
        exit(report.isMet && orders.isMet ? 0 : 1)
    }

    /// Prints a figure beside its target, and returns true if the target is met.
    static func row(_ name: String, _ before: Double, _ after: Double, _ unit: String, atMost target: Double) -> Bool {
        print("\(name): \(figure(before)) before, \(figure(after)) \(unit); target \(figure(target))")
        return after <= target
    }

    static func figure(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
