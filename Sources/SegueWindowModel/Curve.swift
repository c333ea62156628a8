import Glibc

/// The gains of a fade without a known plan: of a skip, or of a seam being dragged.
public enum Curve {
    /// Equal-power gains at 33 even steps.
    public static let equalPower: (out: [Double], in: [Double]) = (
        (0...32).map { cos(Double($0) / 32 * .pi / 2) }, (0...32).map { sin(Double($0) / 32 * .pi / 2) }
    )
}
