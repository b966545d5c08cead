// SPDX-License-Identifier: Apache-2.0

/// The notations in which maps and devices show a point: `52.5N, 13.4E`, `N 52° 31.2' E 13° 24.3'`,
/// `52°31'12"N 13°24'18"E`.
enum CoordinateNotation {
    /// Parses the degrees north and east in `text`; nil if it is in none of these notations.
    static func degrees(in text: String) -> (latitude: Double, longitude: Double)? {
        var rest = Substring(text.map(plain))
        guard let first = angle(&rest) else { return nil }
        skip(&rest, { $0 == " " || $0 == "," || $0 == ";" })
        guard let second = angle(&rest), rest.isEmpty else { return nil }
        switch (first.axis, second.axis) {
        case ("N", "E"): return (first.degrees, second.degrees)
        case ("E", "N"): return (second.degrees, first.degrees)
        case (nil, nil) where first.hasSign && second.hasSign: return (first.degrees, second.degrees)
        default: return nil
        }
    }

    /// One of the two angles.
    private struct Angle {
        var degrees = 0.0
        /// The axis that a letter names: `N` or `E`; nil without one.
        var axis: Character?
        /// Whether the angle has a degree sign.
        var hasSign = false
    }

    private static func angle(_ rest: inout Substring) -> Angle? {
        var angle = Angle()
        var isNegative = takeLetter(&rest, &angle)
        if angle.axis == nil, let sign = rest.first, sign == "-" || sign == "+" {
            isNegative = sign == "-"
            rest.removeFirst()
        }
        let hasDigitFirst = rest.first?.isNumber ?? false
        guard hasDigitFirst, let whole = number(&rest) else { return nil }
        angle.degrees = whole
        angle.hasSign = take("°", &rest)
        if angle.hasSign, rest.first?.isNumber ?? false {
            guard let minutes = number(&rest), minutes < 60 else { return nil }
            _ = take("'", &rest)
            angle.degrees += minutes / 60
            if rest.first?.isNumber ?? false {
                guard let seconds = number(&rest), seconds < 60 else { return nil }
                guard take("\"", &rest) || take("'", &rest) && take("'", &rest) else { return nil }
                angle.degrees += seconds / 3_600
            }
        }
        if angle.axis == nil { isNegative = takeLetter(&rest, &angle) != isNegative }
        if isNegative { angle.degrees.negate() }
        return angle
    }

    /// Consumes `N`, `S`, `E` or `W`; true if the angle is negative.
    private static func takeLetter(_ rest: inout Substring, _ angle: inout Angle) -> Bool {
        guard let letter = rest.first, "NSEW".contains(letter) else { return false }
        rest.removeFirst()
        skip(&rest, { $0 == " " })
        angle.axis = letter == "N" || letter == "S" ? "N" : "E"
        return letter == "S" || letter == "W"
    }

    private static func number(_ rest: inout Substring) -> Double? {
        let digits = rest.prefix { $0.isNumber || $0 == "." }
        rest = rest.dropFirst(digits.count)
        skip(&rest, { $0 == " " })
        return Double(digits)
    }

    private static func take(_ sign: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == sign else { return false }
        rest.removeFirst()
        skip(&rest, { $0 == " " })
        return true
    }

    private static func skip(_ rest: inout Substring, _ isSkipped: (Character) -> Bool) {
        rest = rest.drop(while: isSkipped)
    }

    /// Returns a normalised character: upper-case letters, and one variant of each sign.
    private static func plain(_ character: Character) -> Character {
        switch character {
        case "n": "N"
        case "s": "S"
        case "e": "E"
        case "w": "W"
        case "º", "d": "°"
        case "′", "’", "‘", "m": "'"
        case "″", "”", "“": "\""
        case let other where other.isWhitespace: " "
        default: character
        }
    }
}
