// SPDX-License-Identifier: Apache-2.0

/// The syntax tree of a query, before names and dates are resolved.
///
///     query   = [ either ]
///     either  = both { "or" both }
///     both    = one { [ "and" ] one }
///     one     = "not" one | "(" either ")" | flag | "+" value | "@" value | field | word
///     field   = name comparison value { "," value }      near:PLACE<DISTANCE is the only value with a bound
///     name    = one of the table's, or that of a plugin's field: PLUGIN.NAME, or NAME alone where it is known
///     value   = what follows up to a blank or bracket | '"' anything, with \" and \\ '"'
///     word    = a value that is none of the above, looked for in titles and descriptions
///
/// Two queries are equal if they have the same meaning, regardless of positions in their texts.
public struct QuerySyntax: Hashable, Sendable {
    /// The text from which the query was parsed.
    public let text: String
    /// The content; `all([])` for an empty query.
    public let root: Node

    /// Creates a query without parsing; its text is generated.
    public init(_ root: Node) {
        self.root = root
        text = root.description
    }

    init(text: String, root: Node) {
        self.text = text
        self.root = root
    }

    /// A part of a query, with its position.
    public struct Node: Hashable, Sendable {
        /// The content of the part, including the parts inside it.
        public let kind: Kind
        /// The position in the query's text, in bytes of UTF-8.
        public let range: Range<Int>

        /// Creates a part; an empty range means that it was not parsed from a text.
        public init(_ kind: Kind, at range: Range<Int> = 0..<0) {
            self.kind = kind
            self.range = range
        }

        /// Whether two parts have the same content.
        public static func == (left: Node, right: Node) -> Bool { left.kind == right.kind }

        /// Hashes the content without its position, as `==` compares it.
        public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
    }

    /// The content of a part of a query.
    public indirect enum Kind: Hashable, Sendable {
        /// All of these parts are true; an empty list is an empty query.
        case all([Node])
        /// At least one of these parts is true.
        case any([Node])
        /// The negation of a part.
        case not(Node)
        /// A word or phrase to look for.
        case text(String)
        /// A flag, which has no value.
        case flag(QueryFlag)
        /// `+TAG`, without its plus sign: the task has that tag.
        case tag(Value)
        /// `@NAME`: a member or a saved view.
        case name(Value)
        /// A field, which may be one that a plugin adds, compared with at least one value.
        case field(QueryField, QueryComparison, [Value])
        /// `near:PLACE<DISTANCE`; nil if no distance is given.
        case near(Value, within: Value?)
    }

    /// A value, with its position.
    public struct Value: Hashable, Sendable {
        /// The value itself, without quotes.
        public let text: String
        /// Whether the value was in quotes: if so, it is always a name, and never one of the words `me`, `any` and
        /// `none`.
        public let isQuoted: Bool
        /// The value's range in the query's text, in bytes of UTF-8, including quotes.
        public let range: Range<Int>

        /// Creates a value; an empty range means that it was not parsed from a text.
        public init(_ text: String, isQuoted: Bool = false, at range: Range<Int> = 0..<0) {
            self.text = text
            self.isQuoted = isQuoted
            self.range = range
        }

        /// Whether the value is a given reserved word; a quoted value never is.
        func isWord(_ word: String) -> Bool { !isQuoted && text.lowercased() == word }

        /// Whether two values have the same content.
        public static func == (left: Value, right: Value) -> Bool {
            left.isQuoted == right.isQuoted && left.text.utf8.elementsEqual(right.text.utf8)
        }

        /// Hashes the text and whether it is quoted, but not its position.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(isQuoted)
            hasher.combine(text)
        }
    }

    /// Whether two queries have the same content.
    public static func == (left: QuerySyntax, right: QuerySyntax) -> Bool { left.root == right.root }

    /// Hashes the content without the text from which it was parsed, as `==` compares it.
    public func hash(into hasher: inout Hasher) { hasher.combine(root) }

    /// Whether the query is empty.
    public var isEmpty: Bool { root.kind == .all([]) }

    /// All parts except combinations, from left to right.
    public var leaves: [Node] { root.leaves }
}

extension QuerySyntax.Node {
    /// All parts except combinations, from left to right.
    var leaves: [QuerySyntax.Node] {
        switch kind {
        case .all(let nodes), .any(let nodes): nodes.flatMap({ $0.leaves })
        case .not(let node): node.leaves
        default: [self]
        }
    }
}

extension QuerySyntax {
    /// Resolves the names, dates and saved views of the query in a scope.
    ///
    /// - Throws: `QueryError`, which states the name or date that could not be resolved, and why.
    public func resolve(in scope: QueryScope) throws(QueryError) -> ResolvedQuery {
        var resolver = QueryResolver(text, in: scope)
        return try resolver.resolve(self)
    }
}
