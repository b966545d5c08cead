// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

extension QueryParser {
    /// Parses a part of a query that is not a combination of other parts.
    mutating func leaf() throws(QueryError) -> QuerySyntax.Node {
        let start = place
        if scalars[place] == "\"" {
            let value = try quoted()
            return .init(.text(value.text), at: range(from: start))
        }
        if scalars[place] == "+", isValueAhead(of: place + 1) {
            place += 1
            let value = try value(until: [])
            return .init(.tag(value), at: range(from: start))
        }
        if scalars[place] == "@", isValueAhead(of: place + 1) {
            place += 1
            let value = try value(until: [])
            return .init(.name(value), at: range(from: start))
        }
        if let node = try field() { return node }
        let word = bareWord(from: place)
        place = word.endIndex
        try requireEndOfWord(from: start)
        let text = Self.string(word)
        if let flag = flagOfTwoWords(beginning: text) { return .init(.flag(flag), at: range(from: start)) }
        let flag = QueryFlag(rawValue: text.lowercased())
        return .init(flag.map { .flag($0) } ?? .text(text), at: range(from: start))
    }

    /// Parses the second word of a flag such as `this week`; nil, without consuming anything, if a different word
    /// follows.
    private mutating func flagOfTwoWords(beginning first: String) -> QueryFlag? {
        guard let second = QueryFlag.second(behind: first) else { return nil }
        let start = place
        skipBlanks()
        let word = bareWord(from: place)
        if Self.string(word).lowercased() == second, let flag = QueryFlag(rawValue: "\(first.lowercased()) \(second)") {
            place = word.endIndex
            return flag
        }
        place = start
        return nil
    }

    private func isValueAhead(of place: Int) -> Bool {
        place < scalars.count && (scalars[place] == "\"" || !Self.endsWord(scalars[place]))
    }

    /// Requires the end of a word: a quotation mark inside a word is more likely a typo than part of the word.
    private func requireEndOfWord(from start: Int) throws(QueryError) {
        guard !isAtEnd, scalars[place] == "\"" else { return }
        throw fault(
            "there is a quotation mark inside a word", at: place..<place + 1,
            hint: "Put the whole word in quotes, with \\\" for a quotation mark.")
    }

    /// Parses a field with its comparison and values; nil, without consuming anything, if the next word is not a field.
    private mutating func field() throws(QueryError) -> QuerySyntax.Node? {
        let start = place
        let word = scalars[start...].prefix(while: ExtensionName.mayHold)
        let name = Self.string(word)
        let own = QueryField.named(name)
        let added = own == nil ? extensions.named(name, of: .task) : []
        let field = own ?? (added.first?.name ?? ExtensionName(name)).map { QueryField($0, known: added.first) }
        guard field != nil || !name.isEmpty && word.allSatisfy({ $0.properties.isAlphabetic }) else { return nil }
        place = word.endIndex
        guard let (sign, range) = findComparison(isKnown: own != nil || !added.isEmpty) else {
            place = start
            return nil
        }
        guard let field else { throw unknown(name, at: start..<word.endIndex) }
        guard added.count <= 1 else { throw ambiguous(name, added, at: start..<word.endIndex) }
        guard field.comparisons.contains(sign) else { throw refusal(of: range, for: field) }
        if field == .near {
            place = range.upperBound
            return try near(from: start)
        }
        let comparison = takeComparison(sign, at: range, mayOrder: field.comparisons.contains(.less))
        let values = try values(of: field.name, field.values, separators: field.takesLists ? [","] : [])
        return .init(.field(field, comparison, values), at: self.range(from: start))
    }

    /// Finds the comparison after the name of a field; nil if there is none. Spaces are allowed around `<` and similar
    /// comparisons, because words rarely begin with these characters, but not around a colon, nor after an unknown
    /// name.
    private mutating func findComparison(isKnown: Bool) -> (comparison: QueryComparison, range: Range<Int>)? {
        let direct = comparison(at: place)
        if isKnown, direct == nil { skipBlanks() }
        guard let (comparison, length) = direct ?? comparison(at: place),
            direct != nil || isKnown && scalars[place] != ":"
        else { return nil }
        return (comparison, place..<place + length)
    }

    /// Reads a comparison and the spaces after it. After a colon, another comparison may follow, as in `loudness:>3`.
    ///
    /// - Parameter mayOrder: whether the field is compared by size.
    private mutating func takeComparison(
        _ comparison: QueryComparison, at range: Range<Int>, mayOrder: Bool
    ) -> QueryComparison {
        place = range.upperBound
        guard scalars[range.lowerBound] == ":" else {
            skipBlanks()
            return comparison
        }
        guard mayOrder, let (ordering, length) = self.comparison(at: place),
            !QueryComparison.equalities.contains(ordering)
        else { return comparison }
        place += length
        return ordering
    }

    /// Returns the comparison at a position, and its length in scalars.
    func comparison(at place: Int) -> (QueryComparison, Int)? {
        let next = scalars[min(place, scalars.count)...]
        guard let spelling = QueryComparison.spellings.first(where: { next.starts(with: $0.text.unicodeScalars) })
        else { return nil }
        return (spelling.comparison, spelling.text.unicodeScalars.count)
    }

    private func ambiguous(_ name: String, _ fields: [ExtensionField], at range: Range<Int>) -> QueryError {
        QueryError(
            "several plugins have a field ‘\(name)’ of tasks", in: text, at: bytes(range),
            hint: "Name it with its plugin, such as \(fields[0].name).", code: .ambiguous,
            candidates: fields.map { $0.name.description })
    }

    /// Whether a text begins like a field with a comparison, possibly a field that a plugin declares.
    static func mayBeField(_ text: String) -> Bool {
        let parser = QueryParser(text)
        let word = parser.scalars.prefix(while: ExtensionName.mayHold)
        guard let first = word.first, first.properties.isAlphabetic || string(word).contains(".") else { return false }
        return parser.comparison(at: word.endIndex) != nil
    }

    private func unknown(_ name: String, at range: Range<Int>) -> QueryError {
        let ours = extensions.words(of: .task)
        let names = QueryField.allNames + ours
        let fields = (QueryField.allCases.map { $0.name } + ours).joined(separator: ", ")
        return fault(
            "there is no field ‘\(name)’", at: range, suggestion: Spelling.nearest(to: name, among: names),
            hint: "Fields are \(fields). To search for text with :, =, < or >, put it in quotes.")
    }

    private func refusal(of sign: Range<Int>, for field: QueryField) -> QueryError {
        let signs = field.comparisons.map { $0.rawValue }.list(with: "or")
        let typed = Self.string(scalars[sign])
        return fault(
            "‘\(field.name)’ cannot be compared with ‘\(typed)’", at: sign, suggestion: signs.count == 1 ? signs : nil,
            hint: "It takes \(signs), such as \(field.example).")
    }

    private mutating func near(from start: Int) throws(QueryError) -> QuerySyntax.Node {
        try requireValue(of: QueryField.near.name, QueryField.near.values)
        let pin = try value(until: ["<", ">", "="])
        var distance: QuerySyntax.Value?
        if let (comparison, length) = comparison(at: place) {
            guard comparison == .less || comparison == .atMost else {
                throw fault(
                    "the distance from a place should follow ‘<’", at: place..<place + length, suggestion: "<",
                    hint: "Write it like \(QueryField.near.example).")
            }
            place += length
            let isSign = self.comparison(at: place) != nil
            guard isValueAhead(of: place), !isSign else {
                throw fault(
                    "a distance should follow", at: place..<(isSign ? place + 1 : place),
                    hint: "Write it like 500m, 2km, 300ft or 0.5mi.")
            }
            distance = try value(until: [])
        }
        return .init(.near(pin, within: distance), at: range(from: start))
    }

    /// - Parameter hint: the possible values.
    private mutating func values(
        of name: String, _ hint: String, separators: Set<Unicode.Scalar>
    ) throws(QueryError) -> [QuerySyntax.Value] {
        var values: [QuerySyntax.Value] = []
        repeat {
            try requireValue(of: name, hint, behindComma: !values.isEmpty, separators: separators)
            values.append(try value(until: separators))
        } while takeSeparator(separators)
        return values
    }

    private mutating func takeSeparator(_ separators: Set<Unicode.Scalar>) -> Bool {
        guard !isAtEnd, separators.contains(scalars[place]) else { return false }
        place += 1
        return true
    }

    private func requireValue(
        of name: String, _ values: String, behindComma: Bool = false, separators: Set<Unicode.Scalar> = []
    ) throws(QueryError) {
        if isValueAhead(of: place), !separators.contains(scalars[place]) {
            guard ["<", ">", "="].contains(scalars[place]) else { return }
            throw fault(
                "a value of ‘\(name)’ should follow, not another sign", at: place..<place + 1,
                hint: "It can be \(values).")
        }
        let end = place < scalars.count && separators.contains(scalars[place]) ? place + 1 : place
        throw fault(
            behindComma ? "another value should follow the comma" : "a value of ‘\(name)’ should follow",
            at: place..<end, hint: "It can be \(values).")
    }

    /// Reads a value, with or without quotes.
    ///
    /// - Parameter separators: the characters that end an unquoted value, in addition to spaces, brackets and quotation
    ///   marks.
    private mutating func value(until separators: Set<Unicode.Scalar>) throws(QueryError) -> QuerySyntax.Value {
        if scalars[place] == "\"" { return try quoted() }
        let start = place
        let word = scalars[start...].prefix { !Self.endsWord($0) && !separators.contains($0) }
        place = word.endIndex
        try requireEndOfWord(from: start)
        return QuerySyntax.Value(Self.string(word), at: range(from: start))
    }

    private mutating func quoted() throws(QueryError) -> QuerySyntax.Value {
        let start = place
        place += 1
        var found: [Unicode.Scalar] = []
        while !isAtEnd, scalars[place] != "\"" {
            if scalars[place] == "\\", place + 1 < scalars.count, ["\"", "\\"].contains(scalars[place + 1]) {
                place += 1
            }
            found.append(scalars[place])
            place += 1
        }
        guard !isAtEnd else {
            throw fault(
                "this quotation mark is never closed", at: start..<start + 1,
                hint: "A quotation mark within quotes is written \\\".")
        }
        place += 1
        guard found.contains(where: { !$0.properties.isWhitespace }) else {
            throw fault("there is nothing between these quotation marks", at: start..<place)
        }
        return QuerySyntax.Value(Self.string(found), isQuoted: true, at: range(from: start))
    }
}
