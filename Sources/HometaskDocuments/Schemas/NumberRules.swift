// SPDX-License-Identifier: Apache-2.0

/// The keywords for numbers.
struct NumberRules: Sendable {
    var minimum: Double?
    var maximum: Double?

    func mismatch(_ number: JSONNumber) -> String? {
        let value = number.double
        let isWithin = (minimum.map { value >= $0 } ?? true) && (maximum.map { value <= $0 } ?? true)
        if isWithin { return nil }
        switch (minimum, maximum) {
        case (let low?, let high?): return "a number from \(Self.text(low)) to \(Self.text(high))"
        case (let low?, nil): return "a number of at least \(Self.text(low))"
        case (nil, let high?): return "a number of at most \(Self.text(high))"
        case (nil, nil): return "a number"
        }
    }

    private static func text(_ number: Double) -> String { JSONNumber(number)?.lexeme ?? "\(number)" }
}
