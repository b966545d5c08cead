// SPDX-License-Identifier: Apache-2.0

/// A part of a regular expression.
indirect enum PatternNode: Sendable {
    /// A scalar of a class.
    case one(ScalarClass)
    /// A condition between two scalars.
    case assertion(Assertion)
    /// Several parts in sequence.
    case sequence([PatternNode])
    /// Either of two parts, as in `a|b`.
    case either(PatternNode, PatternNode)
    /// Repeated at least `least` times, and at most `most` times, or without limit if `most` is nil.
    case repeated(PatternNode, least: Int, most: Int?)

    /// A condition between two scalars.
    enum Assertion: Sendable {
        case beginning
        case end
        case wordBoundary
        case noWordBoundary

        /// Whether the assertion holds before the scalar at an index.
        func holds(at place: Int, in scalars: [Unicode.Scalar]) -> Bool {
            switch self {
            case .beginning: place == 0
            case .end: place == scalars.count
            case .wordBoundary: Self.isBoundary(place, scalars)
            case .noWordBoundary: !Self.isBoundary(place, scalars)
            }
        }

        private static func isBoundary(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
            let before = place > 0 && ScalarClass.word.contains(scalars[place - 1])
            return before != (place < scalars.count && ScalarClass.word.contains(scalars[place]))
        }
    }
}

/// A class of scalars, such as `[a-z]`, `\s` or `.`.
struct ScalarClass: Sendable {
    private var ranges: [ClosedRange<UInt32>] = []
    private var hasBlanks = false
    private var hasAllButBlanks = false
    private var isNegated = false

    init(_ ranges: ClosedRange<UInt32>...) { self.ranges = ranges }

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    static let digit = ScalarClass(0x30...0x39)
    static let word = ScalarClass(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    /// Any character except a line terminator.
    static let any = ScalarClass(0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029).negated
    static var blank: ScalarClass {
        var blank = ScalarClass()
        blank.hasBlanks = true
        return blank
    }

    /// The complement: all scalars that are not in the class.
    var negated: ScalarClass {
        var other = self
        other.isNegated.toggle()
        return other
    }

    /// The only scalar of the class; nil if the class has several.
    var scalar: UInt32? {
        guard ranges.count == 1, let range = ranges.first, range.count == 1, !hasBlanks, !isNegated else { return nil }
        return range.lowerBound
    }

    /// Adds another class; a negated class must be digits, word characters or white space.
    mutating func insert(_ other: ScalarClass) {
        hasBlanks = hasBlanks || (other.hasBlanks && !other.isNegated)
        hasAllButBlanks = hasAllButBlanks || (other.hasBlanks && other.isNegated)
        ranges += other.isNegated ? other.gaps : other.ranges
    }

    mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }

    /// The gaps between the ranges of the class.
    private var gaps: [ClosedRange<UInt32>] {
        if hasBlanks { return [] }
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if next < range.lowerBound { gaps.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        return next <= 0x10FFFF ? gaps + [next...0x10FFFF] : gaps
    }

    /// Whether the class contains a scalar.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var isIn = ranges.contains { $0.contains(scalar.value) }
        if !isIn, hasBlanks || hasAllButBlanks {
            isIn = scalar.properties.isWhitespace ? hasBlanks : hasAllButBlanks
        }
        return isIn != isNegated
    }
}
