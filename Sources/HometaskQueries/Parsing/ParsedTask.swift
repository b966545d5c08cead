// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskTime

/// The parsed words of a new task or of an edit of a task: a title, `+tag`, `@member`, `!priority` and `field:value`.
///
/// Any other word, and every word after `--`, is part of the title. A word that looks like a field but is none is an
/// error, unless it begins a sentence, as in `Note: the lamp`.
public struct ParsedTask: Sendable {
    /// The words of the title.
    public private(set) var titleWords: [String] = []
    /// The tags in the order of the words, without `+`.
    public private(set) var tags: [String] = []
    /// The members after `@`, in the order of the words.
    public private(set) var assignees: [DocumentID] = []
    /// The fields of plugins in the form of `--set`: `loudness=5`.
    public private(set) var extensions: [String] = []
    private var values: [TaskField: [String]] = [:]
    /// The fields to clear.
    private var cleared: Set<TaskField> = []

    /// Parses words; the viewpoint provides the members and fields that words can name.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest`, `notFound`, `ambiguous`, `notConfigured`).
    public init(_ words: [String], from viewpoint: Viewpoint) throws(ReplicaError) {
        var isLiteral = false
        for word in words {
            if word == "--", !isLiteral {
                isLiteral = true
                continue
            }
            let isTaken = isLiteral ? false : try takeWord(word, viewpoint)
            if !isTaken { titleWords.append(word) }
        }
    }

    /// Returns the first word that looks like an option, `--frob` or `-f`, and is not a negative number; words after
    /// `--` are not options.
    public static func option(in words: [String]) -> String? {
        words.prefix { $0 != "--" }.first { word in
            word.hasPrefix("--") || word.hasPrefix("-") && word.dropFirst().first?.isLetter ?? false
        }
    }

    /// The title in the words.
    public var title: String { titleWords.joined(separator: " ") }

    /// Returns the values of a repeatable field, after those of an option.
    public func values(_ field: TaskField, and options: [String] = []) -> [String] { options + (values[field] ?? []) }

    /// Returns the value of a field; nil if neither the words nor the option contain one.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest`) if the words and the option contradict each other.
    public func value(_ field: TaskField, or option: String? = nil) throws(ReplicaError) -> String? {
        let given = (values[field] ?? []) + (option.map { [$0] } ?? []) + (clears(field) ? ["none"] : [])
        if let first = given.first, let other = given.first(where: { $0 != first }) {
            throw ReplicaError(
                .invalidRequest, "the \(field.noun) is given twice: ‘\(first)’ and ‘\(other)’",
                hint: "Leave out one of them.")
        }
        return clears(field) ? nil : given.first
    }

    /// Whether a field is to be cleared.
    public func clears(_ field: TaskField) -> Bool { cleared.contains(field) }

    /// Takes a word that sets a field; false if the word is part of the title.
    private mutating func takeWord(_ word: String, _ viewpoint: Viewpoint) throws(ReplicaError) -> Bool {
        switch word.utf8.first {
        case UInt8(ascii: "+"), UInt8(ascii: "@"): try takeName(word, viewpoint)
        case UInt8(ascii: "!"): takePriority(word)
        default: try takeField(word, viewpoint)
        }
    }

    /// Takes `+tag` or `@member`.
    private mutating func takeName(_ word: String, _ viewpoint: Viewpoint) throws(ReplicaError) -> Bool {
        let name = word.dropFirst()
        guard let first = name.first, !word.contains(where: { $0.isWhitespace }) else { return false }
        if word.hasPrefix("@") {
            assignees.append(try member(word, viewpoint))
        } else if first.isNumber {
            return false
        } else {
            tags.append(String(name))
        }
        return true
    }

    /// Takes a priority as shown in lists: `!high`.
    private mutating func takePriority(_ word: String) -> Bool {
        guard let priority = Priority(rawValue: word.dropFirst().lowercased()) else { return false }
        setValue(priority.rawValue, of: .priority)
        return true
    }

    /// Takes `field:value`, or `field=value`; the value may consist of several words.
    private mutating func takeField(_ word: String, _ viewpoint: Viewpoint) throws(ReplicaError) -> Bool {
        guard let typed = TypedField(word) else { return false }
        let field = TaskField.named(typed.name)
        let known = viewpoint.extensions.words(of: .task)
        let isExtension = field == nil && known.contains { $0.lowercased() == typed.name.lowercased() }
        guard field != nil || isExtension else { return try refuse(typed, known) }
        // A sentence: "After: the party", "Item 3 = the lamp".
        if typed.value.first?.isWhitespace ?? false { return false }
        guard [":", "="].contains(typed.sign) else {
            throw typed.error(
                "‘\(typed.word)’ is a comparison, which only a query can contain",
                hint: "Write it like \(field?.example ?? "\(typed.name):5").")
        }
        guard typed.value.contains(where: { $0 != "," }) else {
            throw typed.error(
                "‘\(typed.word)’ has no value", hint: "Write it like \(field?.example ?? "\(typed.name):5").")
        }
        if let field { setValue(typed.value, of: field) } else { extensions.append("\(typed.name)=\(typed.value)") }
        return true
    }

    private mutating func setValue(_ value: String, of field: TaskField) {
        if field.isClearedByNone, value.lowercased() == "none" {
            cleared.insert(field)
        } else if field.takesCommas {
            values[field, default: []] += value.split(separator: ",").map { String($0) }
        } else {
            values[field, default: []].append(value)
        }
    }

    /// Throws an error if a word looks like a field but is none; returns false if the word is part of the title.
    private func refuse(_ typed: TypedField, _ extensions: [String]) throws(ReplicaError) -> Bool {
        // A sentence: "Note: the lamp".
        let isSentence = typed.value.first?.isWhitespace ?? true
        guard [":", "="].contains(typed.sign), !isSentence else { return false }
        if QueryField.allNames.contains(typed.name.lowercased()) {
            throw typed.error("‘\(typed.word)’ is for queries, and cannot be set")
        }
        let names = TaskField.all.map { $0.name } + extensions
        let meant = Spelling.nearest(to: typed.name, among: names)
        guard meant != nil || typed.isBold else { return false }
        throw typed.error(
            "there is no field ‘\(typed.name)’",
            hint: meant.map { "Did you mean ‘\($0):’?" } ?? "Fields are \(names.joined(separator: ", ")).")
    }

    private func member(_ word: String, _ viewpoint: Viewpoint) throws(ReplicaError) -> DocumentID {
        do throws(ReplicaError) {
            return try viewpoint.memberID(word)
        } catch {
            guard error.code == .notFound else { throw error }
            throw ReplicaError(
                .notFound, error.message,
                hint: (error.hint.map { $0 + " " } ?? "") + "After '--', every word is part of the title.")
        }
    }
}

/// A word in the form of a field and its value: letters, a comparison sign, and a value.
private struct TypedField {
    let word: String
    let name: String
    let sign: String
    let value: String

    init?(_ word: String) {
        // Few words are fields, and an import has many words, so the bytes are checked first.
        guard let end = word.utf8.firstIndex(where: { !Self.isOfName($0) }),
            "!<>:=".utf8.contains(word.utf8[end])
        else { return nil }
        let name = word[..<end]
        let rest = word[end...]
        guard name.utf8.count > 1, name.first?.isLetter ?? false,
            let sign = ["!=", "<=", ">=", ":", "=", "<", ">"].first(where: { rest.hasPrefix($0) })
        else { return nil }
        self.word = word
        self.name = String(name)
        self.sign = sign
        value = String(rest.dropFirst(sign.count))
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ".-_".utf8.contains(byte)
        }
    }

    /// Whether the word is almost certainly a field: `colour:red`, but not "Call:", "https://example.org" or a
    /// sentence.
    var isBold: Bool {
        sign == ":" && name.allSatisfy { $0.isLetter } && !value.isEmpty && !value.hasPrefix("//")
            && !word.contains { $0.isWhitespace }
    }

    /// An error about the word, with a hint on how to make it part of the title.
    func error(_ message: String, hint: String? = nil) -> ReplicaError {
        ReplicaError(
            .invalidRequest, message,
            hint: Hint((hint.map { $0 + " " } ?? "") + "After '--', every word is part of the title."))
    }
}
