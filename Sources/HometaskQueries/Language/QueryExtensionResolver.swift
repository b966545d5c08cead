// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Resolves the conditions on fields that plugins add.
struct QueryExtensionResolver {
    let dates: QueryDateResolver

    private var scope: QueryScope { dates.scope }
    private var faults: QueryFaults { dates.faults }

    /// Returns the field with a name; throws if the field is unknown or does not support the comparison.
    func field(
        _ name: ExtensionName, _ comparison: QueryComparison, at range: Range<Int>
    ) throws(QueryError) -> ExtensionField {
        guard let field = scope.extensions.field(name, of: .task) else { throw missing(name, at: range) }
        guard field.comparisons.contains(comparison) else {
            let signs = field.comparisons.map { $0.rawValue }.list(with: "or")
            throw faults.error(
                "‘\(field.name)’ cannot be compared with ‘\(comparison.rawValue)’", range,
                hint: "It takes \(signs), and can be \(field.values).")
        }
        return field
    }

    /// Returns the test for one value other than `any` and `none`.
    func test(
        of field: ExtensionField, _ comparison: QueryComparison, value: QuerySyntax.Value
    ) throws(QueryError) -> ExtensionTest {
        ExtensionTest(field.name, try condition(field, comparison, value: value))
    }

    private func condition(
        _ field: ExtensionField, _ comparison: QueryComparison, value: QuerySyntax.Value
    ) throws(QueryError) -> ExtensionTest.Condition {
        switch field.type {
        case .integer, .number: return .number(try numbers(field, comparison, value: value))
        case .date, .time: return try times(field, comparison, value: value)
        case .text: return .text(FoldedText.folding(value.text))
        case .texts: return .element(ExactString(value.text))
        case .flag: return .flag(try flag(field, value))
        case .choice(let choices):
            guard let choice = choices.first(where: { $0.lowercased() == value.text.lowercased() }) else {
                throw faults.unknown(value, "a value of ‘\(field.name)’", among: choices, values: field.values)
            }
            return .element(ExactString(choice))
        case .other:
            throw faults.error("a query can only ask whether ‘\(field.name)’ has any value or none", value.range)
        }
    }

    private func flag(_ field: ExtensionField, _ value: QuerySyntax.Value) throws(QueryError) -> Bool {
        switch value.text.lowercased() {
        case "yes", "true": return true
        case "no", "false": return false
        default:
            throw faults.unknown(value, "yes or no", among: ["yes", "no", "true", "false"], values: field.values)
        }
    }

    private func numbers(
        _ field: ExtensionField, _ comparison: QueryComparison, value: QuerySyntax.Value
    ) throws(QueryError) -> NumberSpan {
        if let (from, through) = Self.ends(value.text), QueryComparison.equalities.contains(comparison) {
            let span = NumberSpan(
                from: try number(field, from, value: value), through: try number(field, through, value: value))
            if let from = span.from, let through = span.through, from > through { throw backwards(value) }
            return span
        }
        return NumberSpan(comparison, try number(field, value.text, value: value) ?? 0)
    }

    private func backwards(_ value: QuerySyntax.Value) -> QueryError {
        faults.error("the range ‘\(value.text)’ ends before it begins", value.range)
    }

    private func number(
        _ field: ExtensionField, _ text: String?, value: QuerySyntax.Value
    ) throws(QueryError) -> Double? {
        guard let text else { return nil }
        let isPlain = text.utf8.count <= 40 && text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
        guard isPlain, let number = Double(text), number.isFinite else {
            throw faults.error("‘\(text)’ is not a number", value.range, hint: "It can be \(field.values).")
        }
        return number
    }

    private func times(
        _ field: ExtensionField, _ comparison: QueryComparison, value: QuerySyntax.Value
    ) throws(QueryError) -> ExtensionTest.Condition {
        if let (from, through) = Self.ends(value.text), QueryComparison.equalities.contains(comparison) {
            let start = try span(of: field, from, value: value)?.start(in: scope.zone)
            let end = try span(of: field, through, value: value)?.end(in: scope.zone)
            if let start, let end, start > end { throw backwards(value) }
            return .time(from: start, through: end)
        }
        let range = try dates.range(comparison, value, isPast: false, values: field.values)
        return .time(
            from: range.from.map { Timestamp(seconds: $0) }, through: range.through.map { Timestamp(seconds: $0) })
    }

    private func span(
        of field: ExtensionField, _ text: String?, value: QuerySyntax.Value
    ) throws(QueryError) -> DateSpan? {
        guard let text else { return nil }
        let part = QuerySyntax.Value(text, isQuoted: true, at: value.range)
        return try dates.span(part, isPast: false, values: field.values)
    }

    /// Parses the ends of a range such as `3..5`, `3..` or `..5`; nil if the text is not a range.
    private static func ends(_ text: String) -> (from: String?, through: String?)? {
        let bytes = Array(text.utf8)
        guard bytes.count > 2,
            let dot = bytes.indices.dropLast().first(where: { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E })
        else { return nil }
        let from = String(decoding: bytes[..<dot], as: UTF8.self)
        let through = String(decoding: bytes[(dot + 2)...], as: UTF8.self)
        return (from.isEmpty ? nil : from, through.isEmpty ? nil : through)
    }

    /// Returns the error for an unknown field, of either a known plugin or one that is not enabled.
    private func missing(_ name: ExtensionName, at range: Range<Int>) -> QueryError {
        let all = scope.extensions.fields(of: .task)
        let ours = all.filter { $0.name.plugin == name.plugin }.map { $0.name.description }
        guard ours.isEmpty else {
            return faults.error(
                "the plugin ‘\(name.plugin)’ has no field ‘\(name.member)’ of tasks", range,
                suggestion: Spelling.nearest(to: "\(name)", among: ours),
                hint: "It has \(ours.joined(separator: ", ")).")
        }
        return faults.error(
            "‘\(name)’ is a field of the plugin ‘\(name.plugin)’, which is not enabled here", range,
            suggestion: Spelling.nearest(to: "\(name)", among: all.map { $0.name.description }),
            hint:
                "\(.enablePlugin(name.plugin)) lets it run, if it is installed. In quotes, it is a text to search for."
        )
    }
}
