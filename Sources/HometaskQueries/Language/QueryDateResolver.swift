// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Resolves the dates in a query.
struct QueryDateResolver {
    let scope: QueryScope
    let faults: QueryFaults

    /// Returns the inclusive range of dates, in seconds since 1970, that satisfy a comparison with a date in words; nil
    /// means that the range is open at that end.
    ///
    /// - Parameters:
    ///   - isPast: whether durations count back from now.
    ///   - values: the possible values of the field, for display.
    func range(
        _ comparison: QueryComparison, _ value: QuerySyntax.Value, isPast: Bool, values: String
    ) throws(QueryError) -> (from: Int64?, through: Int64?) {
        let span = try span(value, isPast: isPast, values: values)
        // A longer time ago is earlier.
        let isTurned = isPast && DateParser.isLength(value.text, in: scope.language)
        return (isTurned ? comparison.turned : comparison).range(
            from: span.start(in: scope.zone).seconds, through: span.end(in: scope.zone).seconds)
    }

    /// Parses a date in words as a span of time.
    ///
    /// - Parameter values: the possible values of the field, for display.
    func span(_ value: QuerySyntax.Value, isPast: Bool, values: String) throws(QueryError) -> DateSpan {
        let words = DateParser(
            now: scope.now, zone: scope.zone, weekStart: scope.weekStart, direction: isPast ? .past : .future,
            language: scope.language)
        do throws(DateParserError) {
            return try words.span(value.text)
        } catch {
            throw fault(error, value, values: values, parser: words)
        }
    }

    /// Returns the error for a date, at its position. If the following words would complete the date, the error says
    /// that quotes are missing.
    private func fault(
        _ error: DateParserError, _ value: QuerySyntax.Value, values: String, parser words: DateParser
    ) -> QueryError {
        let bytes = Array(faults.text.utf8)
        var whole = value.text
        for word in String(decoding: bytes[min(value.range.upperBound, bytes.count)...], as: UTF8.self)
            .split(maxSplits: 4, whereSeparator: { $0.isWhitespace }).prefix(4) where !value.isQuoted
        {
            whole += " " + word
            guard (try? words.span(whole)) != nil else { continue }
            let end = value.range.lowerBound + whole.utf8.count
            return faults.error(
                "a date of several words must be in quotes", value.range.lowerBound..<min(end, bytes.count),
                suggestion: "\"\(whole)\"")
        }
        let hint: Hint = "It can be \(values)."
        // Quoted text has the same positions in the query as on its own, unless it contains escapes.
        let offset = value.text.prefix(error.position).utf8.count
        let start = value.range.lowerBound + (value.isQuoted ? 1 : 0) + offset
        let isExact = value.range.count == value.text.utf8.count + (value.isQuoted ? 2 : 0)
        let length = value.text.dropFirst(error.position).prefix { !$0.isWhitespace }.utf8.count
        return faults.error(
            "\(error)".withoutSuggestion(error.suggestion),
            isExact && start < value.range.upperBound ? start..<start + length : value.range,
            suggestion: error.suggestion, hint: hint)
    }
}

extension String {
    /// The text without the suggestion at the end of an error.
    fileprivate func withoutSuggestion(_ word: String?) -> String {
        let end = word.map { "; did you mean ‘\($0)’?" } ?? ""
        return !end.isEmpty && hasSuffix(end) ? String(dropLast(end.count)) : self
    }
}
