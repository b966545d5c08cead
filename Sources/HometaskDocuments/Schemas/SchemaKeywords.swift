// SPDX-License-Identifier: Apache-2.0

/// The keywords of one schema that restrict values; only those that the documents' schemas use are supported.
struct SchemaKeywords: Sendable {
    var types: [SchemaType] = []
    var constant: JSON?
    var choices: [JSON]?
    var strings = StringRules()
    var numbers = NumberRules()
    var items: SchemaNode?
    var maxItems: Int?
    var isUnique = false
    var properties: [ExactString: SchemaNode] = [:]
    var additional: SchemaNode?
    var required: [ExactString] = []
    /// `oneOf`: exactly one of these must accept the value; empty if the keyword is absent.
    var alternatives: [SchemaNode] = []
    /// `not`: a schema that must not accept the value; nil if the keyword is absent.
    var negation: SchemaNode?
    /// `$ref`: a definition that must accept the value as well; nil if the keyword is absent.
    var reference: SchemaNode?

    /// The schemas directly inside this one.
    var parts: [SchemaNode] {
        [items, additional, negation, reference].compactMap { $0 } + properties.values + alternatives
    }
}
