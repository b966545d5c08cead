// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica

/// The words of a new task: a title, and among its words `+tag`, `@member`, `due:when`, `every:rule`, `wait:when`,
/// `category:name`, `priority:high` and `after:task`.
struct TaskWords {
    /// The words that say nothing more.
    private(set) var titleWords: [String] = []
    private(set) var tags: [String] = []
    private(set) var assignees: [DocumentID] = []
    private(set) var due: String?
    private(set) var rule: String?
    private(set) var category: String?
    private(set) var priority: String?
    private(set) var wait: String?
    /// What names the tasks that come before it.
    private(set) var after: [String] = []

    init(_ words: [String], in session: FamilySession) throws {
        var isLiteral = false
        for word in words {
            if word == "--", !isLiteral {
                isLiteral = true
            } else if try isLiteral || !take(word, in: session) {
                titleWords.append(word)
            }
        }
    }

    /// The title, as far as the words say it.
    var title: String { titleWords.joined(separator: " ") }

    /// Takes a word that says more than the title; false where it is part of the title.
    private mutating func take(_ word: String, in session: FamilySession) throws -> Bool {
        switch word.utf8.first {
        case UInt8(ascii: "+"), UInt8(ascii: "@"): try takeName(word, in: session)
        default: takeValue(word)
        }
    }

    /// Takes `+tag` or `@member`.
    private mutating func takeName(_ word: String, in session: FamilySession) throws -> Bool {
        let name = word.dropFirst()
        guard let first = name.first, !word.contains(where: \.isWhitespace) else { return false }
        if word.hasPrefix("@") {
            assignees.append(try member(word, in: session))
        } else if first.isNumber {
            return false
        } else {
            tags.append(String(name))
        }
        return true
    }

    /// Takes `field:value`; in some fields the value may be of several words.
    private mutating func takeValue(_ word: String) -> Bool {
        guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let (field, value) = (word[..<colon], String(word[word.utf8.index(after: colon)...]))
        let mayHaveBlanks = ["due", "every", "category", "wait", "after"].contains(field)
        guard !value.isEmpty, mayHaveBlanks || !word.contains(where: \.isWhitespace) else { return false }
        switch field.lowercased() {
        case "due": due = value
        case "every": rule = value
        case "category": category = value
        case "priority": priority = value
        case "wait": wait = value
        case "after": after.append(value)
        default: return false
        }
        return true
    }

    private func member(_ word: String, in session: FamilySession) throws -> DocumentID {
        do {
            return try session.memberID(word)
        } catch let error as ReplicaError where error.code == .notFound {
            throw ReplicaError(
                .notFound, error.message,
                hint: (error.hint.map { $0 + " " } ?? "") + "Behind '--' every word is part of the title.")
        }
    }
}
