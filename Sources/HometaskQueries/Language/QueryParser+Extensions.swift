// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension QueryParser {
    /// Reads a field that a plugin adds, with its comparison and values; nil, and nothing is consumed, if the next word
    /// is not such a field.
    ///
    /// Its values are parsed in the same way for every type, so that a query is the same if the plugin is not known.
    mutating func extensionField() throws(QueryError) -> QuerySyntax.Node? {
        let start = place
        let word = scalars[start...].prefix(while: ExtensionName.mayHold)
        let typed = Self.string(word)
        guard !typed.isEmpty, QueryField.named(typed) == nil else { return nil }
        let known = extensions.named(typed, of: .task)
        guard let name = known.first?.name ?? ExtensionName(typed) else { return nil }
        place = word.endIndex
        guard let (sign, range) = findComparison(isKnown: !known.isEmpty) else {
            place = start
            return nil
        }
        guard known.count <= 1 else { throw ambiguous(typed, known, at: start..<word.endIndex) }
        let comparison = takeComparison(sign, at: range, mayOrder: true)
        let values = try values(of: "\(name)", known.first?.values ?? "a value, any or none", separators: [","])
        return .init(.extensionField(name, comparison, values), at: self.range(from: start))
    }

    private func ambiguous(_ name: String, _ fields: [ExtensionField], at range: Range<Int>) -> QueryError {
        QueryError(
            "several plugins have a field ‘\(name)’ of tasks", in: text, at: bytes(range),
            hint: "Name it with its plugin, such as \(fields[0].name).", code: .ambiguous,
            candidates: fields.map { $0.name.description })
    }

    /// Whether a text begins like a field with a comparison, which a plugin may declare.
    static func mayBeField(_ text: String) -> Bool {
        let parser = QueryParser(text)
        let word = parser.scalars.prefix(while: ExtensionName.mayHold)
        guard let first = word.first, first.properties.isAlphabetic || string(word).contains(".") else { return false }
        return parser.comparison(at: word.endIndex) != nil
    }
}
