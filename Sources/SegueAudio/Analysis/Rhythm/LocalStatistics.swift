/// Statistics of evenly spaced values.
extension [Double] {
    /// Returns the mean of the values within `reach` positions of each value, as far as there are any.
    func localMeans(reach: Int) -> [Double] {
        var sums = [0.0]
        sums.reserveCapacity(count + 1)
        for value in self { sums.append(sums[sums.count - 1] + value) }
        return indices.map { index in
            let (lower, upper) = (Swift.max(index - reach, 0), Swift.min(index + reach + 1, count))
            return (sums[upper] - sums[lower]) / Double(upper - lower)
        }
    }

    /// The mean; 0 for no values.
    var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

    /// The standard deviation of the values, with n as the divisor; 0 for no values.
    var deviation: Double {
        let mean = mean
        return isEmpty ? 0 : (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)).squareRoot()
    }

    /// The values with a mean of 0 and a deviation of 1.
    var standardised: [Double] {
        let (mean, deviation) = (mean, deviation + 1e-9)
        return map { ($0 - mean) / deviation }
    }

    /// Returns the sum of these values and `others` times `weight`, element by element.
    func adding(_ others: [Double], times weight: Double = 1) -> [Double] {
        zip(self, others).map { $0 + weight * $1 }
    }
}
