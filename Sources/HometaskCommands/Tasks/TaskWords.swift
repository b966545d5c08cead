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
        let mayHaveBlanks = ["due:", "every:", "category:", "wait:", "after:"].contains { word.hasPrefix($0) }
        if word.contains(where: \.isWhitespace), !mayHaveBlanks { return false }
        if word.hasPrefix("+"), word.count > 1, word.dropFirst().first?.isNumber == false {
            tags.append(String(word.dropFirst()))
        } else if word.hasPrefix("@"), word.count > 1 {
            assignees.append(try member(word, in: session))
        } else if let value = Self.value(of: "due:", in: word) {
            due = value
        } else if let value = Self.value(of: "every:", in: word) {
            rule = value
        } else if let value = Self.value(of: "category:", in: word) {
            category = value
        } else if let value = Self.value(of: "priority:", in: word) {
            priority = value
        } else if let value = Self.value(of: "wait:", in: word) {
            wait = value
        } else if let value = Self.value(of: "after:", in: word) {
            after.append(value)
        } else {
            return false
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

    private static func value(of prefix: String, in word: String) -> String? {
        word.lowercased().hasPrefix(prefix) && word.count > prefix.count ? String(word.dropFirst(prefix.count)) : nil
    }
}
