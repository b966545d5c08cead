// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// Parses queries. Parsing terminates for any text, in a time that grows with the text's length, and with a limited
/// recursion depth.
public struct QueryParser {
    /// The maximum length of a query in Unicode scalars, as in the document of a saved view.
    public static let longest = 2000
    /// The maximum nesting depth of brackets and `not`.
    public static let deepest = 50

    let text: String
    /// The plugin fields that may be written without the plugin's name.
    let extensions: ExtensionFields
    let scalars: [Unicode.Scalar]
    /// The byte offset of each scalar in the text, followed by the end of the last scalar.
    private let offsets: [Int]
    var place = 0
    private var depth = 0

    /// Creates a parser for a text.
    public init(_ text: String, extensions: ExtensionFields = .none) {
        self.text = text
        self.extensions = extensions
        scalars = Array(text.unicodeScalars.prefix(Self.longest + 1))
        var offsets = [0]
        offsets.reserveCapacity(scalars.count + 1)
        for scalar in scalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
        self.offsets = offsets
    }

    /// Parses a query.
    ///
    /// - Parameters:
    ///   - text: the query; if it is empty, the result has no conditions.
    ///   - extensions: the plugin fields that may be written without the plugin's name; a qualified name such as
    ///     `noise.loudness` is accepted whether the field is known or not.
    /// - Throws: `QueryError`, which states what was expected and where.
    public static func parse(
        _ text: String, extensions: ExtensionFields = .none
    ) throws(QueryError) -> QuerySyntax {
        var parser = QueryParser(text, extensions: extensions)
        return try parser.parse()
    }

    mutating func parse() throws(QueryError) -> QuerySyntax {
        guard scalars.count <= Self.longest else {
            throw QueryError(
                "the query is too long", in: text, at: range(from: Self.longest),
                hint: "A query can have at most \(Self.longest) characters.")
        }
        skipBlanks()
        guard !isAtEnd else { return QuerySyntax(text: text, root: .init(.all([]), at: 0..<text.utf8.count)) }
        let root = try either()
        guard isAtEnd else {
            throw fault("this bracket was never opened", at: place..<place + 1, hint: Self.quoting)
        }
        return QuerySyntax(text: text, root: root)
    }

    private mutating func either() throws(QueryError) -> QuerySyntax.Node {
        var nodes = [try both(behind: nil)]
        while takeKeyword("or") { nodes.append(try both(behind: "or")) }
        return nodes.count == 1 ? nodes[0] : Self.combined(.any(nodes), nodes)
    }

    private mutating func both(behind word: String?) throws(QueryError) -> QuerySyntax.Node {
        var nodes = [try one(behind: word)]
        while true {
            skipBlanks()
            if isAtEnd || scalars[place] == ")" || keyword() == "or" { break }
            let word = takeKeyword("and") ? "and" : nil
            nodes.append(try one(behind: word))
        }
        return nodes.count == 1 ? nodes[0] : Self.combined(.all(nodes), nodes)
    }

    private static func combined(_ kind: QuerySyntax.Kind, _ nodes: [QuerySyntax.Node]) -> QuerySyntax.Node {
        .init(kind, at: nodes[0].range.lowerBound..<nodes[nodes.count - 1].range.upperBound)
    }

    /// - Parameter word: the preceding word, for errors.
    private mutating func one(behind word: String?) throws(QueryError) -> QuerySyntax.Node {
        skipBlanks()
        let start = place
        guard !isAtEnd, scalars[place] != ")", keyword() != "and", keyword() != "or" else {
            throw missing(behind: word)
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw fault(
                "this is nested too deeply", at: start..<start + 1, hint: "At most \(Self.deepest) levels are allowed.")
        }
        if takeKeyword("not") {
            let node = try one(behind: "not")
            return .init(.not(node), at: range(from: start))
        }
        guard scalars[place] == "(" else { return try leaf() }
        place += 1
        skipBlanks()
        if !isAtEnd, scalars[place] == ")" {
            throw fault("there is nothing between these brackets", at: start..<place + 1, hint: Self.quoting)
        }
        let node = try either()
        guard !isAtEnd else {
            throw fault("this bracket is never closed", at: start..<start + 1, hint: Self.quoting)
        }
        place += 1
        return node
    }

    private func missing(behind word: String?) -> QueryError {
        let hint: Hint =
            "A query is made of words, +TAG, @NAME, FIELD:VALUE and \(Self.flags), with and, or, not and ( )."
        if let word {
            return fault("something should follow ‘\(word)’", at: place..<place, hint: hint)
        }
        if let keyword = keyword() {
            return fault(
                "something should come before ‘\(keyword)’", at: place..<place + keyword.count,
                suggestion: "\"\(keyword)\"", hint: "In quotes, it is a word to search for.")
        }
        return fault("something is missing here", at: place..<min(place + 1, scalars.count), hint: hint)
    }
}

extension QueryParser {
    static let quoting: Hint = "In quotes, it is part of a text to search for."
    static var flags: String { QueryFlag.allCases.map { $0.rawValue }.joined(separator: ", ") }

    var isAtEnd: Bool { place >= scalars.count }

    /// Converts a range of scalars to bytes.
    func bytes(_ range: Range<Int>) -> Range<Int> {
        offsets[min(range.lowerBound, scalars.count)]..<offsets[min(range.upperBound, scalars.count)]
    }

    /// Returns the range from a scalar to the current position, in bytes.
    func range(from start: Int) -> Range<Int> { bytes(start..<max(start, place)) }

    func fault(
        _ message: String, at range: Range<Int>, suggestion: String? = nil, hint: Hint? = nil
    ) -> QueryError {
        QueryError(message, in: text, at: bytes(range), suggestion: suggestion, hint: hint)
    }

    mutating func skipBlanks() {
        while !isAtEnd, scalars[place].properties.isWhitespace { place += 1 }
    }

    /// Whether a scalar ends an unquoted word.
    static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "(" || scalar == ")" || scalar == "\"" || scalar.properties.isWhitespace
    }

    /// The scalars of the unquoted word at a position.
    func bareWord(from start: Int) -> ArraySlice<Unicode.Scalar> { scalars[start...].prefix { !Self.endsWord($0) } }

    /// Returns the next word if it is `and`, `or` or `not`, in any letter case.
    func keyword() -> String? {
        guard !isAtEnd else { return nil }
        let word = bareWord(from: place)
        guard (2...3).contains(word.count) else { return nil }
        let text = Self.string(word).lowercased()
        return ["and", "or", "not"].contains(text) ? text : nil
    }

    /// Consumes a keyword if it comes next, with the spaces before it.
    private mutating func takeKeyword(_ word: String) -> Bool {
        let start = place
        skipBlanks()
        guard keyword() == word else {
            place = start
            return false
        }
        place += word.count
        return true
    }

    static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
