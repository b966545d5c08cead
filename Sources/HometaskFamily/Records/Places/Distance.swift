// SPDX-License-Identifier: Apache-2.0

/// Parses and formats distances.
///
/// A foot is 0.3048 m and a mile 5280 ft exactly: the international yard of 1959.
public enum Distance {
    private static let foot = 0.3048
    private static let mile = 5280 * foot
    private static let units: [(name: String, metres: Double)] = [("km", 1000), ("mi", mile), ("ft", foot), ("m", 1)]
    /// Half the circumference of the earth, rounded up: the maximum distance.
    private static let greatest = 20_040_000.0

    /// Parses a distance in metres from `100m`, `2km`, `0.5mi`, `300ft` or a bare number of metres.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue` if the text is not a distance, or exceeds half the circumference of
    ///   the earth.
    public static func metres(_ text: String) throws(ReplicaError) -> Double {
        let lower = text.lowercased().filter { !$0.isWhitespace }
        let unit = units.first { lower.hasSuffix($0.name) }
        let digits = lower.dropLast(unit?.name.count ?? 0)
        // `Double` would also accept nan, inf and 0x10.
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let number = Double(digits) else {
            throw ReplicaError(
                .invalidValue, "‘\(text)’ is not a distance", hint: "Write it like 100m, 2km, 300ft or 0.5mi.")
        }
        let metres = number * (unit?.metres ?? 1)
        guard metres <= greatest else {
            throw ReplicaError(
                .invalidValue, "‘\(text)’ is too far: no two places are more than 20,040 km apart",
                hint: "Write it like 100m, 2km, 300ft or 0.5mi.")
        }
        return metres
    }

    /// Formats a distance for display, in metres or kilometres, or in feet or miles.
    public static func text(_ metres: Double, isImperial: Bool) -> String {
        // A document from elsewhere may contain any number.
        let metres = metres.isFinite ? min(max(metres, 0), greatest) : greatest
        if isImperial {
            return metres < mile / 10 ? "\(Int((metres / foot).rounded())) ft" : "\(rounded(metres / mile)) mi"
        }
        let whole = Int(metres.rounded())
        return whole < 1000 ? "\(whole) m" : "\(rounded(metres / 1000)) km"
    }

    /// Formats a distance without rounding, in a form that `metres(_:)` parses: `100m`.
    public static func exact(_ metres: Double) -> String {
        let whole = metres.rounded()
        return whole == metres && abs(metres) < 1e9 ? "\(Int(whole))m" : "\(metres)m"
    }

    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        if tenths >= 1000 { return "\(Int(value.rounded()))" }
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
