// SPDX-License-Identifier: Apache-2.0

/// Distances as people write and read them.
enum Distance {
    private static let units: [(name: String, metres: Double)] = [
        ("km", 1000), ("mi", 1609.344), ("ft", 0.3048), ("m", 1),
    ]

    /// Metres from `100m`, `2km`, `0.5mi`, `300ft` or a bare number of metres.
    static func metres(_ text: String) throws -> Double {
        let lower = text.lowercased().filter { !$0.isWhitespace }
        let unit = units.first { lower.hasSuffix($0.name) }
        guard let number = Double(lower.dropLast(unit?.name.count ?? 0)), number >= 0, number.isFinite else {
            throw UsageError("‘\(text)’ is not a distance", hint: "Write it like 100m, 2km, 300ft or 0.5mi.")
        }
        return number * (unit?.metres ?? 1)
    }

    /// A distance for people: metres or kilometres, or feet and miles.
    static func text(_ metres: Double, isImperial: Bool) -> String {
        if isImperial {
            let miles = metres / 1609.344
            return miles < 0.1 ? "\(Int((metres / 0.3048).rounded())) ft" : "\(rounded(miles)) mi"
        }
        return metres < 1000 ? "\(Int(metres.rounded())) m" : "\(rounded(metres / 1000)) km"
    }

    private static func rounded(_ value: Double) -> String {
        if value >= 100 { return "\(Int(value.rounded()))" }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
