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
        let direct = comparison(at: place)
        if !known.isEmpty, direct == nil { skipBlanks() }
        guard let (sign, length) = direct ?? comparison(at: place), !known.isEmpty || direct != nil,
            direct != nil || scalars[place] != ":"
        else {
            place = start
            return nil
        }
        guard known.count <= 1 else { throw ambiguous(typed, known, at: start..<word.endIndex) }
        let isColon = scalars[place] == ":"
        place += length
        let comparison = isColon ? takeOrdering() ?? sign : sign
        if !isColon { skipBlanks() }
        let values = try values(of: "\(name)", known.first?.values ?? "a value, any or none", separators: [","])
        return .init(.extensionField(name, comparison, values), at: range(from: start))
    }

    /// Reads `<` and similar comparisons after a colon, as in `loudness:>3`.
    mutating func takeOrdering() -> QueryComparison? {
        guard let (comparison, length) = comparison(at: place), !QueryComparison.equalities.contains(comparison) else {
            return nil
        }
        place += length
        return comparison
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
