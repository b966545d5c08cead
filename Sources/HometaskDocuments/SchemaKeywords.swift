// SPDX-License-Identifier: Apache-2.0

/// The keywords of one schema that forbid something, as far as the documents' schemas need them.
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
    /// `oneOf`
    var alternatives: [SchemaNode] = []
    /// `not`
    var negation: SchemaNode?
    /// `$ref`
    var reference: SchemaNode?

    /// The schemas that stand inside this one.
    var parts: [SchemaNode] {
        [items, additional, negation, reference].compactMap { $0 } + properties.values + alternatives
    }
}
