import Glibc

/// The gains of a fade whose plan is not known: of a skip, or of a seam that is being dragged.
public enum Curve {
    /// Equal power, at 33 even steps.
    public static let equalPower: (out: [Double], in: [Double]) = (
        (0...32).map { cos(Double($0) / 32 * .pi / 2) }, (0...32).map { sin(Double($0) / 32 * .pi / 2) }
    )
}
