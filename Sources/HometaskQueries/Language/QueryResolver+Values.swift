// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

extension QueryResolver {
    /// The conditions for `any` and `none`; nil for other values, and for fields that every task has.
    func presence(
        of field: QueryField, _ comparison: QueryComparison, value: QuerySyntax.Value
    ) throws(QueryError) -> QueryCondition? {
        let isNone = isWord("none", value)
        guard isNone || isWord("any", value), let presence = field.presence else { return nil }
        guard QueryComparison.equalities.contains(comparison) else {
            throw unordered(value, comparison, of: field.name)
        }
        return isNone ? .not(.term(presence)) : .term(presence)
    }

    /// The error for `any` or `none` in a comparison by size.
    func unordered(_ value: QuerySyntax.Value, _ comparison: QueryComparison, of field: String) -> QueryError {
        fault(
            "‘\(value.text)’ cannot be compared with ‘\(comparison.rawValue)’", value.range,
            hint: Hint("Write \(field):\(value.text)."))
    }

    func priorities(
        _ comparison: QueryComparison, _ value: QuerySyntax.Value
    ) throws(QueryError) -> Set<Priority> {
        let word = value.text.lowercased()
        guard let priority = Priority(rawValue: word) else {
            throw unknown(
                value, "a priority", among: Priority.allCases.map { $0.rawValue }, values: QueryField.priority.values)
        }
        return Set(
            Priority.allCases.filter { candidate in
                // In the sort order, the more urgent priority comes first; to people, it is the greater one.
                switch comparison {
                case .equal, .unequal: candidate == priority
                case .less: candidate > priority
                case .atMost: candidate >= priority
                case .greater: candidate < priority
                case .atLeast: candidate <= priority
                }
            })
    }

    func number(
        of numeric: TaskField, _ field: QueryField, comparison: QueryComparison, value: QuerySyntax.Value
    ) throws(QueryError) -> QueryCondition {
        let number = try number(of: numeric, field, value: value)
        switch comparison {
        case .equal, .unequal: return .term(.number(numeric, from: number, through: number))
        case .less: return .term(.number(numeric, from: nil, through: number - 1))
        case .atMost: return .term(.number(numeric, from: nil, through: number))
        case .greater: return .term(.number(numeric, from: number + 1, through: nil))
        case .atLeast: return .term(.number(numeric, from: number, through: nil))
        }
    }

    /// The number that stands for a value of a numeric field, as ``TaskRecord/number(of:)`` has it.
    private func number(
        of numeric: TaskField, _ field: QueryField, value: QuerySyntax.Value
    ) throws(QueryError) -> Int64 {
        switch numeric.values {
        case .interval:
            if let length = ISODuration(words: value.text) { return length.approximateSeconds }
            throw unknown(value, "a duration", among: [], values: field.values)
        case .hours:
            if let time = TimeOfDay(hourAndMinute: value.text) { return Int64(time.secondOfDay) }
            throw unknown(value, "a time of day", among: [], values: field.values)
        default:
            if value.text.utf8.count <= 9, let number = Int64(value.text) { return number }
            let isTooLong = value.text.utf8.count > 9 && value.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            throw fault(
                "‘\(value.text)’ \(isTooLong ? "has more than nine digits" : "is not a number of \(numeric.noun)")",
                value.range, hint: "Write it like \(field.example).")
        }
    }

    func date(
        _ date: QueryDate, _ field: QueryField, comparison: QueryComparison, value: QuerySyntax.Value
    ) throws(QueryError) -> QueryCondition {
        let span = try span(value, isPast: field.kind == .past, values: field.values)
        // A longer time ago is earlier.
        let isTurned = field.kind == .past && DateParser.isLength(value.text)
        let start = span.start(in: scope.zone)
        let end = span.end(in: scope.zone)
        switch isTurned ? comparison.turned : comparison {
        case .equal, .unequal: return .term(.date(date, from: start, through: end))
        case .less: return .term(.date(date, from: nil, through: Timestamp(seconds: start.seconds - 1)))
        case .atMost: return .term(.date(date, from: nil, through: end))
        case .greater: return .term(.date(date, from: Timestamp(seconds: end.seconds + 1), through: nil))
        case .atLeast: return .term(.date(date, from: start, through: nil))
        }
    }

    /// The span of time of a date in words.
    ///
    /// - Parameter values: the possible values of the field, for people.
    func span(_ value: QuerySyntax.Value, isPast: Bool, values: String) throws(QueryError) -> DateSpan {
        let words = DateParser(
            now: scope.now, zone: scope.zone, weekStart: scope.weekStart, leaning: isPast ? .past : .future)
        do throws(DateParserError) {
            return try words.span(value.text)
        } catch {
            throw fault(error, value, values: values, parser: words)
        }
    }

    /// The error for a date, at its position. If the following words would complete it, quotes are missing.
    private func fault(
        _ error: DateParserError, _ value: QuerySyntax.Value, values: String, parser words: DateParser
    ) -> QueryError {
        let bytes = Array(text.utf8)
        var whole = value.text
        for word in String(decoding: bytes[min(value.range.upperBound, bytes.count)...], as: UTF8.self)
            .split(maxSplits: 4, whereSeparator: { $0.isWhitespace }).prefix(4) where !value.isQuoted
        {
            whole += " " + word
            guard (try? words.span(whole)) != nil else { continue }
            let end = value.range.lowerBound + whole.utf8.count
            return fault(
                "a date of several words must be in quotes", value.range.lowerBound..<min(end, bytes.count),
                suggestion: "\"\(whole)\"")
        }
        let hint: Hint = "It can be \(values)."
        // Quoted text has the same positions in the query as on its own, unless it contains escapes.
        let offset = value.text.prefix(error.position).utf8.count
        let start = value.range.lowerBound + (value.isQuoted ? 1 : 0) + offset
        let isExact = value.range.count == value.text.utf8.count + (value.isQuoted ? 2 : 0)
        let length = value.text.dropFirst(error.position).prefix { !$0.isWhitespace }.utf8.count
        return fault(
            "\(error)".withoutSuggestion(error.suggestion),
            isExact && start < value.range.upperBound ? start..<start + length : value.range,
            suggestion: error.suggestion, hint: hint)
    }

    func feature(_ value: QuerySyntax.Value) throws(QueryError) -> QueryFeature {
        if let feature = QueryFeature.named(value.text) { return feature }
        throw unknown(
            value, "something that a task can have", among: QueryFeature.allCases.map { $0.rawValue },
            values: QueryField.has.values)
    }

    func condition(
        _ flag: TaskField, _ field: QueryField, value: QuerySyntax.Value
    ) throws(QueryError) -> QueryCondition {
        let word = flag.flagWord ?? ""
        if value.text.lowercased() == word { return .term(.flag(flag)) }
        throw unknown(value, "a value of ‘\(field.name)’", among: [word], values: field.values)
    }

    func digits(_ value: QuerySyntax.Value) throws(QueryError) -> String {
        let digits = value.text.hasPrefix("#") ? String(value.text.dropFirst()) : value.text
        let isHexadecimal = digits.unicodeScalars.allSatisfy {
            $0 == "-" || ($0.isASCII && $0.properties.isASCIIHexDigit)
        }
        guard isHexadecimal, !digits.isEmpty, digits.utf8.count <= 36 else {
            throw fault(
                "‘\(value.text)’ is not the beginning of an id", value.range,
                hint: "It is made of 0 to 9 and a to f, such as 5f0c.")
        }
        return digits.lowercased()
    }

    /// The condition for pins near a place, given by name or in degrees.
    func near(_ place: QuerySyntax.Value, within distance: QuerySyntax.Value?) throws(QueryError) -> QueryCondition {
        let metres = try self.metres(distance)
        let center: Coordinates
        var found: Set<DocumentID> = []
        if Coordinates.areNumbers(place.text) {
            guard let point = Coordinates(text: place.text) else {
                throw fault(
                    "there is no such place on earth", place.range,
                    hint: "Latitudes go from -90 to 90, longitudes from -180 to 180.")
            }
            center = point
        } else {
            let pin = try pin(place)
            guard let point = pin.coordinates else {
                throw fault(
                    "‘\(pin.name)’ has no location, so nothing can be near it", place.range,
                    hint: "Set it with \(.editPin), or use at:\(place) alone.")
            }
            center = point
            found.insert(pin.id)
        }
        for pin in scope.pins where pin.coordinates.map({ center.distance(to: $0) <= metres }) ?? false {
            found.insert(pin.id)
        }
        return .term(.place(found))
    }

    private func metres(_ value: QuerySyntax.Value?) throws(QueryError) -> Double {
        guard let value else { return 500 }
        do {
            return try Distance.metres(value.text)
        } catch {
            throw fault(error.message, value.range, hint: error.hint)
        }
    }

    func unknown(
        _ value: QuerySyntax.Value, _ noun: String, among words: [String], values: String
    ) -> QueryError {
        fault(
            "‘\(value.text)’ is not \(noun)", value.range, suggestion: Spelling.nearest(to: value.text, among: words),
            hint: "It can be \(values).")
    }
}

extension QueryComparison {
    /// The comparison with its direction reversed.
    fileprivate var turned: QueryComparison {
        switch self {
        case .equal, .unequal: self
        case .less: .greater
        case .atMost: .atLeast
        case .greater: .less
        case .atLeast: .atMost
        }
    }
}

extension String {
    /// The text without the suggestion at the end of an error.
    fileprivate func withoutSuggestion(_ word: String?) -> String {
        let end = word.map { "; did you mean ‘\($0)’?" } ?? ""
        return !end.isEmpty && hasSuffix(end) ? String(dropLast(end.count)) : self
    }
}
