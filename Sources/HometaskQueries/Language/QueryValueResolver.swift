// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Resolves the values in a query that are not names: numbers, dates, words, ids and distances.
struct QueryValueResolver {
    let names: QueryNameResolver
    let dates: QueryDateResolver

    private var faults: QueryFaults { names.faults }

    /// Returns the conditions for `any` and `none`; nil for other values, and for fields that every task has.
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - presence: the term for `any`; nil for a field that every task has.
    func presence(
        of name: String, _ presence: QueryTerm?, comparison: QueryComparison, value: QuerySyntax.Value
    ) throws(QueryError) -> QueryCondition? {
        let isNone = value.isWord("none")
        guard isNone || value.isWord("any"), let presence else { return nil }
        guard QueryComparison.equalities.contains(comparison) else {
            throw faults.error(
                "‘\(value.text)’ cannot be compared with ‘\(comparison.rawValue)’", value.range,
                hint: Hint("Write \(name):\(value.text)."))
        }
        return isNone ? .not(.term(presence)) : .term(presence)
    }

    func number(
        of numeric: TaskField, _ field: QueryField, comparison: QueryComparison, value: QuerySyntax.Value
    ) throws(QueryError) -> QueryCondition {
        let range: (from: Int64?, through: Int64?)
        if numeric.isDate {
            range = try dates.range(comparison, value, isPast: field.kind == .past, values: field.values)
        } else {
            let number = try number(of: numeric, field, value: value)
            range = (numeric.isDescending ? comparison.turned : comparison).range(from: number, through: number)
        }
        return .term(.number(numeric, from: range.from, through: range.through))
    }

    /// Converts a value of a numeric field other than a date to a number, as in ``TaskRecord/number(of:in:)``.
    private func number(
        of numeric: TaskField, _ field: QueryField, value: QuerySyntax.Value
    ) throws(QueryError) -> Int64 {
        switch numeric.values {
        case .interval:
            if let length = ISODuration(words: value.text) { return length.approximateSeconds }
            throw faults.unknown(value, "a duration", among: [], values: field.values)
        case .hours:
            if let time = TimeOfDay(hourAndMinute: value.text) { return Int64(time.secondOfDay) }
            throw faults.unknown(value, "a time of day", among: [], values: field.values)
        case .choice(let words):
            if let index = words.firstIndex(of: value.text.lowercased()) { return Int64(index) }
            throw faults.unknown(value, "a \(numeric.noun)", among: words, values: field.values)
        default:
            if value.text.utf8.count <= 9, let number = Int64(value.text) { return number }
            let isTooLong = value.text.utf8.count > 9 && value.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            throw faults.error(
                "‘\(value.text)’ \(isTooLong ? "has more than nine digits" : "is not a number of \(numeric.noun)")",
                value.range, hint: "Write it like \(field.example).")
        }
    }

    func feature(_ value: QuerySyntax.Value) throws(QueryError) -> QueryFeature {
        if let feature = QueryFeature.named(value.text) { return feature }
        throw faults.unknown(
            value, "something that a task can have", among: QueryFeature.allCases.map { $0.rawValue },
            values: QueryField.has.values)
    }

    func condition(
        _ flag: TaskField, _ field: QueryField, value: QuerySyntax.Value
    ) throws(QueryError) -> QueryCondition {
        let word = flag.flagWord ?? ""
        if value.text.lowercased() == word { return .term(.flag(flag)) }
        throw faults.unknown(value, "a value of ‘\(field.name)’", among: [word], values: field.values)
    }

    func digits(_ value: QuerySyntax.Value) throws(QueryError) -> String {
        let digits = value.text.hasPrefix("#") ? String(value.text.dropFirst()) : value.text
        let isHexadecimal = digits.unicodeScalars.allSatisfy {
            $0 == "-" || ($0.isASCII && $0.properties.isASCIIHexDigit)
        }
        guard isHexadecimal, !digits.isEmpty, digits.utf8.count <= 36 else {
            throw faults.error(
                "‘\(value.text)’ is not the beginning of an id", value.range,
                hint: "It is made of 0 to 9 and a to f, such as 5f0c.")
        }
        return digits.lowercased()
    }

    /// Returns the condition for pins near a place, which is given by name or as coordinates in degrees.
    func near(_ place: QuerySyntax.Value, within distance: QuerySyntax.Value?) throws(QueryError) -> QueryCondition {
        let metres = try self.metres(distance)
        let center: Coordinates
        var found: Set<DocumentID> = []
        if Coordinates.areNumbers(place.text) {
            guard let point = Coordinates(text: place.text) else {
                throw faults.error(
                    "there is no such place on earth", place.range,
                    hint: "Latitudes go from -90 to 90, longitudes from -180 to 180.")
            }
            center = point
        } else {
            let pin = try names.pin(place)
            guard let point = pin.coordinates else {
                throw faults.error(
                    "‘\(pin.name)’ has no location, so nothing can be near it", place.range,
                    hint: "Set it with \(.editPin), or use at:\(place) alone.")
            }
            center = point
            found.insert(pin.id)
        }
        for pin in names.scope.pins where pin.coordinates.map({ center.distance(to: $0) <= metres }) ?? false {
            found.insert(pin.id)
        }
        return .term(.names(.pin, found))
    }

    private func metres(_ value: QuerySyntax.Value?) throws(QueryError) -> Double {
        guard let value else { return 500 }
        do {
            return try Distance.metres(value.text)
        } catch {
            throw faults.error(error.message, value.range, hint: error.hint)
        }
    }
}
