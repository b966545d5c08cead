// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// A reference to a document: its number in the last list, `#` and the first digits of its id, the whole id, or words
/// of its title.
public enum Reference: Hashable, Sendable, CustomStringConvertible {
    /// A number in the last list.
    case number(Int)
    /// The first hexadecimal digits of an id.
    case idPrefix(String)
    /// Words, each a prefix of a word in the title or name, or a whole word.
    case words(String)

    /// Parses a typed reference; nil if it is blank.
    public init?(_ text: String) {
        let trimmed = Self.trimmed(text)
        guard !trimmed.isEmpty else { return nil }
        if trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(trimmed) {
            self = .number(number)
        } else if trimmed.hasPrefix("#"), trimmed.utf8.count > 1, Self.isHexadecimal(trimmed.dropFirst()) {
            self = .idPrefix(String(trimmed.dropFirst()).lowercased())
        } else if DocumentID(trimmed) != nil {
            self = .idPrefix(trimmed)
        } else {
            self = .words(trimmed)
        }
    }

    /// The reference as typed by users.
    public var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .idPrefix(let digits): "#\(digits)"
        case .words(let words): words
        }
    }

    private static func trimmed(_ text: String) -> String {
        let blank: (Character) -> Bool = { $0.isWhitespace }
        let head = text.drop(while: blank)
        return String(head.prefix(head.count - head.reversed().prefix(while: blank).count))
    }

    private static func isHexadecimal(_ text: Substring) -> Bool {
        text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || (0x41...0x46).contains($0) || $0 == 0x2D
        }
    }

    /// Resolves the reference among named things.
    ///
    /// If several names match the words (``NameMatch``), the best matches are considered, and among these the only
    /// preferred one is chosen (an open task rather than a done one).
    ///
    /// - Parameters:
    ///   - things: the candidates.
    ///   - noun: the noun for the things in errors: `task`.
    ///   - numbered: the thing with a given number in the last list.
    ///   - shortest: the minimum length of a word prefix (``NameMatch/init(_:shortest:)``).
    ///   - describe: details that distinguish a match from others: a text before its id, and a text after its name.
    ///   - preferring: selects the preferred things among several matches; empty if no match is preferred.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous` with the candidates).
    public func resolve(
        among things: [(id: DocumentID, name: String)], noun: String,
        numbered: (Int) -> DocumentID? = { _ in nil }, shortest: Int = 1,
        describe: (DocumentID) throws(ReplicaError) -> (before: String, behind: String) = { _ in ("", "") },
        preferring: ([DocumentID]) throws(ReplicaError) -> [DocumentID] = { _ in [] }
    ) throws(ReplicaError) -> DocumentID {
        let found: [(id: DocumentID, name: String)]
        switch self {
        case .number(let number):
            if let id = numbered(number), things.contains(where: { $0.id == id }) { return id }
            // Not a number within a name: a reference to number 50 of a list must not match "Pay 50 euros".
            found = things.filter { $0.name == String(number) }
        case .idPrefix(let digits): found = things.filter { $0.id.hasPrefix(digits) }
        case .words(let words): found = NameMatch(words, shortest: shortest).best(of: things, name: { $0.name })
        }
        if found.count == 1 { return found[0].id }
        if found.isEmpty { throw notFound(noun, among: things.map({ $0.name })) }
        let ids = Set(try preferring(found.map { $0.id }))
        let preferred = found.filter { ids.contains($0.id) }
        if preferred.count == 1 { return preferred[0].id }
        throw try ambiguous(noun, among: preferred.isEmpty ? found : preferred, describe: describe)
    }

    /// Whether the reference can match a thing with an id and a name; always false for a number in a list.
    func canMean(_ id: DocumentID?, called name: String) -> Bool {
        switch self {
        case .number: false
        case .idPrefix(let digits): id?.hasPrefix(digits) ?? false
        case .words(let words): NameMatch(words).fit(name) != nil
        }
    }

    private func notFound(_ noun: String, among names: [String]) -> ReplicaError {
        switch self {
        case .number(let number):
            ReplicaError(
                .notFound, "no \(noun) has the number \(number) in the last list",
                hint: "\(.listTasks) shows the numbers; words of the title work too.")
        case .idPrefix(let digits):
            ReplicaError(
                .notFound, "no \(noun) has an id that begins with #\(digits)",
                hint: "\(.saying(.ids)) prints the ids; words of the title work too.")
        case .words(let words):
            ReplicaError(
                .notFound, "no \(noun) is called ‘\(words)’",
                hint: Self.advice(NameMatch(words).nearest(of: names, limit: 3)))
        }
    }

    /// Suggests the most similar names if no name matches.
    static func advice(_ names: [String]) -> Hint {
        if names.isEmpty { return "The beginnings of its words are enough; case does not matter." }
        let shown = names.map { "‘\($0.count > 60 ? $0.prefix(59) + "…" : $0[...])’" }
        return "Did you mean \(shown.list(with: "or"))?"
    }

    /// A hint that lists what a reference could have named: `Members: Mia, Tom.`
    static func listing(_ names: String, of noun: String) -> Hint {
        let plural = plural(noun)
        return Hint("\(plural.prefix(1).uppercased())\(plural.dropFirst()): \(names).")
    }

    /// The plural of a noun: `tasks in the trash`, `saved views`, `categories`.
    static func plural(_ noun: String) -> String {
        let place = " in the trash"
        let word = noun.hasSuffix(place) ? noun.dropLast(place.count) : noun[...]
        return (word.hasSuffix("y") ? "\(word.dropLast())ies" : "\(word)s") + noun.dropFirst(word.count)
    }

    private func ambiguous(
        _ noun: String, among found: [(id: DocumentID, name: String)],
        describe: (DocumentID) throws(ReplicaError) -> (before: String, behind: String)
    ) throws(ReplicaError) -> ReplicaError {
        let shown = found.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.prefix(10)
        let id = shown.first.map { Self.shortest($0.id, among: found.map { $0.id }) } ?? ""
        var lines = try shown.map { thing throws(ReplicaError) in
            let words = try describe(thing.id)
            let id = "#\(Self.shortest(thing.id, among: found.map { $0.id }))"
            return [words.before, id, thing.name, words.behind].filter { !$0.isEmpty }.joined(separator: "  ")
        }
        if found.count > shown.count { lines.append("… and \(found.count - shown.count) more") }
        return ReplicaError(
            .ambiguous, "‘\(self)’ matches \(found.count) \(Self.plural(noun)); nothing was changed",
            hint: "Give more words, or name one by its id: \(.namingByID(id)).",
            candidates: lines)
    }

    /// Returns the shortest prefix of an id, at least four digits, that no other id shares.
    public static func shortest(_ id: DocumentID, among ids: [DocumentID]) -> String {
        let digits = id.description
        for length in [4, 6, 8, 13, 18, 23, 36] where length < 36 {
            let prefix = String(digits.prefix(length))
            if !ids.contains(where: { $0 != id && $0.hasPrefix(prefix) }) { return prefix }
        }
        return digits
    }
}

extension Reference {
    /// Returns the id of the only thing that matches a word.
    ///
    /// - Parameters:
    ///   - word: the reference as typed: words of a name, or `#` and the start of an id.
    ///   - named: the ids and names of the candidates.
    ///   - noun: the noun for the things in errors: `member`.
    ///   - isTrash: whether the given things are in the trash.
    /// - Throws: `ReplicaError` (`notFound`, with the available names; `ambiguous`; `invalidRequest`).
    public static func id(
        of word: String, among named: [(DocumentID, String)], noun: String, isTrash: Bool = false
    ) throws(ReplicaError) -> DocumentID {
        let noun = isTrash ? "\(noun) in the trash" : noun
        guard let reference = Reference(word) else {
            throw ReplicaError(.invalidRequest, "the name of a \(noun) cannot be empty")
        }
        do throws(ReplicaError) {
            return try reference.resolve(among: named.map { (id: $0.0, name: $0.1) }, noun: noun)
        } catch {
            guard error.code == .notFound else { throw error }
            let names = named.map { $0.1 }.joined(separator: ", ")
            let none: Hint = isTrash ? "There is none." : "There is none yet."
            throw ReplicaError(.notFound, error.message, hint: names.isEmpty ? none : listing(names, of: noun))
        }
    }
}
