// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskTime

/// A field of tasks for which formats need no code of their own: a date, a number, a duration, hours, or one of several
/// words.
///
/// The schema of tasks says which fields have such values. A format that writes every field of ``all`` as its text, and
/// reads it with ``value(_:)``, loses none that a later version of the schema adds. Flags are not among them: see
/// ``TaskFlag``.
public struct DeclaredField: Sendable {
    /// The field's key in the document.
    public let name: String
    /// The text of a value that the field can have.
    public let example: String
    private let words: [String]
    private let schema: Schema

    /// The fields of tasks with such values, in byte order of their names, except those that formats handle by name.
    public static let all: [DeclaredField] =
        Schema.of(.task).map { fields(of: $0) }?.filter { !handled.contains($0.name) } ?? []

    /// The keys of the flags, then those of ``all``: the fields for which formats need no code of their own.
    public static let namesWithFlags: [String] = TaskFlag.all.map(\.name) + all.map(\.name)

    /// The fields that formats handle by name, because other programs have fields for them, or they have a syntax of
    /// their own.
    static let handled: Set<String> = ["due", "nag", "points", "priority", "wait", "window"]

    /// The fields of a schema with such values, in byte order of their names.
    static func fields(of schema: Schema) -> [DeclaredField] {
        schema.fields.compactMap { DeclaredField($0, of: schema) }
    }

    /// Values that show the type of a field: it can have all the samples, but not the other value.
    private static let types: [(samples: [JSON], other: JSON, example: String)] = [
        ([["date": "2026-12-24"], ["at": "2026-12-24T17:00:00Z"]], [:], "2026-12-24"),
        ([["from": "08:00", "to": "12:00"]], [:], "08:00-12:00"),
        (["PT1H"], "x", "PT1H"),
    ]

    /// A field of a schema; nil if its values are of another type, or it is a flag.
    private init?(_ field: Schema.Field, of schema: Schema) {
        guard field.rule == .register, !field.isWeak, field.onlyValue == nil else { return nil }
        func allows(_ value: JSON) -> Bool { schema.validate(field: field.name, value: value).isEmpty }
        if let word = field.words.first {
            example = word
        } else if field.isWhole {
            example = String((1...1_000).first { allows(.number(JSONNumber($0))) } ?? 0)
        } else if let type = Self.types.first(where: { $0.samples.allSatisfy(allows) && !allows($0.other) }) {
            example = type.example
        } else {
            return nil
        }
        name = field.name
        words = field.words
        self.schema = schema
    }

    /// What is wrong with a text that is no value of the field, to follow the text or `it`.
    public var fault: String { "is not a value of ‘\(name)’ such as \(example)" }

    /// Whether the schema allows a value.
    public func allows(_ value: JSON) -> Bool { schema.validate(field: name, value: value).isEmpty }

    /// The text of the field's value in a task; nil if there is none, or no such field can have it.
    ///
    /// A day is `2026-12-24`, an instant `2026-12-24T17:00:00Z`, followed by a space and an IANA time zone if it has one
    /// of its own. Hours are as in ``WindowText``; a number, a duration and a word are as in JSON.
    public func text(of task: JSONObject) -> String? {
        switch task[name] {
        case .string(let text): return text
        case .number(let number): return number.lexeme
        case let value:
            if let hours = WindowText.text(value) { return hours }
            switch Due(value) {
            case .day(let date): return date.description
            case .instant(let at, let zone): return [at.rfc3339, zone].compactMap(\.self).joined(separator: " ")
            case nil: return nil
            }
        }
    }

    /// The value that a text describes; nil if the field cannot have it, or its time zone is unknown.
    public func value(_ text: String) -> JSON? {
        var values: [JSON?] = [Int(text).map { .number(JSONNumber($0)) }, Self.date(text), WindowText.window(text)]
        if words.contains(text) || ISODuration(iso: text) != nil { values.append(.string(text)) }
        return values.compactMap(\.self).first(where: allows)
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
}
