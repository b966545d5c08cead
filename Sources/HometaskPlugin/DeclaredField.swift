// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskTime

/// A field of tasks for which formats need no code of their own: a date, a number, a duration, hours, a flag, or one of
/// several words.
///
/// The schema of tasks says which fields have such values. A format that writes every field of ``all`` as its text, and
/// reads it with ``value(_:)``, also keeps the fields that a later version of the schema adds.
public struct DeclaredField: Sendable {
    /// The type of a field's values, in the order in which formats list the fields.
    private enum Kind: Int {
        case number, length, flag, word, date, hours
    }

    /// The field's key in the document.
    public let name: String
    /// The text of a value that the field can have.
    public let example: String
    private let kind: Kind
    private let schema: Schema

    /// The fields of tasks with such values, except those with an equivalent in other programs: first numbers and
    /// durations, then flags, words and dates, hours last.
    public static let all: [DeclaredField] =
        Schema.of(.task).map { fields(of: $0) }?.filter { !["due", "priority", "wait"].contains($0.name) } ?? []

    /// Returns the fields of a schema with such values, grouped by type, each group in byte order of the names.
    static func fields(of schema: Schema) -> [DeclaredField] {
        schema.fields.compactMap { DeclaredField($0, of: schema) }.sorted {
            ($0.kind.rawValue, ExactString($0.name)) < ($1.kind.rawValue, ExactString($1.name))
        }
    }

    /// Values that identify the type of a field: all the samples are valid, and the other value is not.
    private static let types: [(kind: Kind, samples: [JSON], other: JSON, example: String)] = [
        (.date, [["date": "2026-12-24"], ["at": "2026-12-24T17:00:00Z"]], [:], "2026-12-24"),
        (.hours, [["from": "08:00", "to": "12:00"]], [:], "08:00-12:00"),
        (.length, ["PT1H"], "x", "PT1H"),
    ]

    /// Creates the field of a schema; nil if its values are of another type.
    private init?(_ field: Schema.Field, of schema: Schema) {
        guard field.rule == .register, !field.isWeak else { return nil }
        func allows(_ value: JSON) -> Bool { schema.validate(field: field.name, value: value).isEmpty }
        if let word = field.words.first {
            (kind, example) = (field.onlyValue == nil ? .word : .flag, word)
        } else if field.isWhole {
            (kind, example) = (.number, String((1...1_000).first { allows(.number(JSONNumber($0))) } ?? 0))
        } else if let type = Self.types.first(where: { $0.samples.allSatisfy(allows) && !allows($0.other) }) {
            (kind, example) = (type.kind, type.example)
        } else {
            return nil
        }
        name = field.name
        self.schema = schema
    }

    /// Whether the field's only value is ``example``, such as `proof`, whose value is `photo`.
    public var isFlag: Bool { kind == .flag }

    /// Describes an invalid value of the field, to follow the text or `it`.
    public var fault: String {
        switch kind {
        case .hours: "is not a time span such as 07:00-09:00"
        case .length: "is not a duration such as PT10M"
        case .number where name == "points": "is not a whole number from 0 to 100000"
        default: "is not a value of ‘\(name)’ such as \(example)"
        }
    }

    /// Whether the schema allows a value.
    public func allows(_ value: JSON) -> Bool { schema.validate(field: name, value: value).isEmpty }

    /// Returns the text of the field's value in a task; nil if there is none, or the value is invalid.
    ///
    /// A day is `2026-12-24`, an instant `2026-12-24T17:00:00Z`, followed by a space and the IANA time zone if it has
    /// its own. Hours are `07:00-09:00`, likewise followed by their own time zone; a number, a duration and a word are
    /// as in JSON.
    public func text(of task: JSONObject) -> String? {
        switch task[name] {
        case .string(let text): return text
        case .number(let number): return number.lexeme
        case let value:
            let hours = ClockSpan(value).map { [$0.text, value?["zone"]?.stringValue] }
            let date: [String?]? =
                switch Due(value) {
                case .day(let date): [date.description]
                case .instant(let at, let zone): [at.rfc3339, zone]
                case nil: nil
                }
            return (hours ?? date)?.compactMap(\.self).joined(separator: " ")
        }
    }

    /// Returns the value that a text describes; nil if the text is invalid for the field, or names an unknown time
    /// zone.
    public func value(_ text: String) -> JSON? {
        let value: JSON? =
            switch kind {
            case .number: Int(text).map { .number(JSONNumber($0)) }
            case .length: ISODuration(iso: text).map { _ in .string(text) }
            case .flag, .word: .string(text)
            case .date: Self.date(text)
            case .hours: Self.hours(text)
            }
        return value.flatMap { allows($0) ? $0 : nil }
    }

    /// Parses a day, or an instant with or without a time zone of its own.
    private static func date(_ text: String) -> JSON? {
        if let day = CivilDate(iso: text) { return Due.day(day).json }
        let parts = text.split(separator: " ", maxSplits: 1).map { String($0) }
        guard let at = parts.first.flatMap({ Timestamp(rfc3339: $0) }) else { return nil }
        let zone = parts.count > 1 ? parts[1] : nil
        if let zone, (try? TimeZoneRules(identifier: zone)) == nil { return nil }
        return Due.instant(at, zone: zone).json
    }

    /// Parses hours, as in `ClockSpan(text:)`, with or without a time zone of their own.
    private static func hours(_ text: String) -> JSON? {
        let zone = text.firstIndex(where: \.isLetter) ?? text.endIndex
        guard case .object(var hours)? = ClockSpan(text: String(text[..<zone]))?.json else { return nil }
        if zone < text.endIndex {
            let name = PlainText.line(text[zone...]).line
            guard (try? TimeZoneRules(identifier: name)) != nil else { return nil }
            hours["zone"] = .string(name)
        }
        return .object(hours)
    }
}
