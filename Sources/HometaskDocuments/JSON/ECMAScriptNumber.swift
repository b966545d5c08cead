// SPDX-License-Identifier: Apache-2.0

/// The shortest digits that round-trip a finite double, as ECMA-262 `Number::toString` requires.
struct ECMAScriptNumber {
    private let isNegative: Bool
    private let digits: [UInt8]
    /// The decimal exponent: the value is 0.d₁d₂d₃… times ten to this power.
    private let pointPosition: Int

    /// Swift's description already has the shortest digits; only the notation differs.
    init?(_ value: Double) {
        guard value.isFinite else { return nil }
        isNegative = value < 0
        var digits: [UInt8] = []
        var pointPosition: Int?
        var exponent = 0
        let description = Array(value.magnitude.description.utf8)
        for (place, character) in description.enumerated() {
            switch character {
            case UInt8(ascii: "."): pointPosition = digits.count
            case UInt8(ascii: "e"):
                exponent = Int(String(decoding: description[(place + 1)...], as: UTF8.self)) ?? 0
            default: digits.append(character)
            }
            if character == UInt8(ascii: "e") { break }
        }
        let whole = (pointPosition ?? digits.count) + exponent
        let leadingZeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(leadingZeros)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        self.digits = digits
        self.pointPosition = whole - leadingZeros
    }

    var text: String {
        if digits.isEmpty { return "0" }
        return String(decoding: (isNegative ? [UInt8(ascii: "-")] : []) + magnitude, as: UTF8.self)
    }

    private var magnitude: [UInt8] {
        let zero = UInt8(ascii: "0")
        let point = UInt8(ascii: ".")
        switch pointPosition {
        case digits.count...21 where digits.count <= 21:
            return digits + Array(repeating: zero, count: pointPosition - digits.count)
        case 1...21: return digits[..<pointPosition] + [point] + digits[pointPosition...]
        case -5...0: return [zero, point] + Array(repeating: zero, count: -pointPosition) + digits
        default:
            let exponent = pointPosition - 1
            let fraction = digits.count > 1 ? [point] + digits[1...] : []
            return [digits[0]] + fraction + Array("e\(exponent < 0 ? "-" : "+")\(exponent.magnitude)".utf8)
        }
    }
}
