import Foundation
import SegueCore
import Testing

@Suite struct CurveTests {
    /// Returns the gain by the formulas of design.md, Curves, computed with the C library.
    private static func ideal(_ curve: FadeCurve, _ t: Double) -> Double {
        switch curve {
        case .equalPower: sin(.pi * t / 2)
        case .linear: t
        case .logarithmic: log10(1 + 9 * t)
        case .exponential: t * t
        case .sCurve: 3 * t * t - 2 * t * t * t
        }
    }

    @Test(arguments: FadeCurve.allCases) func isItsFormula(_ curve: FadeCurve) {
        for step in 0...10_000 {
            let t = Double(step) / 10_000
            #expect(abs(curve.gain(at: t) - Self.ideal(curve, t)) < 1e-12, "\(curve) at \(t)")
            #expect(abs(curve.outgoingGain(at: t) - Self.ideal(curve, 1 - t)) < 1e-12, "\(curve) out at \(t)")
        }
    }

    @Test(arguments: FadeCurve.allCases) func goesFromSilenceToFullGain(_ curve: FadeCurve) {
        #expect(curve.gain(at: 0) == 0)
        #expect(abs(curve.gain(at: 1) - 1) < 1e-15)
        #expect(curve.gain(at: -3) == 0)
        #expect(curve.gain(at: 7) == curve.gain(at: 1))
        #expect(curve.gain(at: .nan) == 0)
        var last = -1.0
        for step in 0...1000 {
            let gain = curve.gain(at: Double(step) / 1000)
            #expect(gain > last, "\(curve) falls at \(step)")
            last = gain
        }
    }

    @Test func equalPowerKeepsThePower() {
        for step in 0...1000 {
            let t = Double(step) / 1000
            let power = pow(FadeCurve.equalPower.gain(at: t), 2) + pow(FadeCurve.equalPower.outgoingGain(at: t), 2)
            #expect(abs(power - 1) < 1e-12)
        }
    }
}
