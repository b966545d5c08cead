// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A field that a plugin adds to documents, as the plugin declared it.
public struct ExtensionField: Hashable, Sendable {
    /// The type of a field's values, as relevant for input, filters and sorting.
    public enum ValueType: Hashable, Sendable {
        /// Whole numbers: the schema's type `integer`.
        case integer
        /// Any numbers, whole or not: the schema's type `number`.
        case number
        /// True or false: the schema's type `boolean`, typed as yes or no.
        case flag
        /// Strings whose schema has neither an `enum` nor the format `date` or `date-time`.
        case text
        /// One of several strings, in order.
        case choice([String])
        /// Days such as `2026-11-27`: texts of the format `date`.
        case date
        /// Instants such as `2026-11-27T18:00:00Z`, with any offset: texts of the format `date-time`.
        case time
        /// Lists of texts: arrays whose items are of the type `string`.
        case texts
        /// Any other or unknown type.
        case other
    }

    /// The plugin's id and the field's own name, as written in queries.
    public let name: ExtensionName
    /// The display title of the field.
    public let title: String
    /// The description of the field, in a sentence.
    public let summary: String
    /// How concurrent edits of the field merge; `register` if only its name is known.
    public let rule: MergeRule
    /// The type of the field's values; `other` for a type that queries and lists do not support.
    public let type: ValueType

    /// Creates a field from its schema; nil if the schema names no merge rule, or the name cannot be typed.
    init?(_ name: ExtensionName, _ schema: JSONObject) {
        guard ExtensionName.isMember(name.member),
            let rule = schema["x-merge"]?.stringValue.flatMap({ MergeRule(rawValue: $0) })
        else { return nil }
        self.name = name
        self.rule = rule
        title = schema["title"]?.stringValue ?? name.member
        summary = schema["description"]?.stringValue ?? ""
        type = ValueType(schema)
    }

    /// Creates a field with an unknown schema.
    public init(unknown name: ExtensionName) {
        self.name = name
        title = name.description
        summary = ""
        rule = .register
        type = .other
    }

    /// The possible values in a query, for display.
    public var values: String {
        switch type {
        case .integer: "a whole number, a range such as 3..5, any or none"
        case .number: "a number, a range such as 0.5..2, any or none"
        case .flag: "yes, no, any or none"
        case .text: "a part of the text, any or none"
        case .choice(let choices): (choices + ["any or none"]).joined(separator: ", ")
        case .date, .time:
            "a date such as fri, a length of time ahead such as 3d, a range such as mon..fri, any or none"
        case .texts: "one of its texts, any or none"
        case .other: "any or none"
        }
    }
}

extension ExtensionField.ValueType {
    /// Determines the type of the values from a schema.
    init(_ schema: JSONObject) {
        let choices = schema["enum"]?.arrayValue ?? []
        let texts = choices.compactMap { $0.stringValue }
        if !texts.isEmpty, texts.count == choices.filter({ !$0.isNull }).count {
            self = .choice(texts)
            return
        }
        let types =
            schema["type"]?.stringValue.map { [$0] } ?? schema["type"]?.arrayValue?.compactMap { $0.stringValue }
        let named = (types ?? []).filter { $0 != "null" }
        switch (named.count == 1 ? named[0] : "", schema["format"]?.stringValue) {
        case ("integer", _): self = .integer
        case ("number", _): self = .number
        case ("boolean", _): self = .flag
        case ("string", "date"): self = .date
        case ("string", "date-time"): self = .time
        case ("string", _): self = .text
        case ("array", _): self = schema["items"]?["type"] == "string" ? .texts : .other
        default: self = .other
        }
    }
}
