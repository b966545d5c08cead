// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A change of a task's assignees, as `--for` describes it: `mia` for her alone, `+mia` and `-mia` to add and remove
/// her.
struct AssigneeChange {
    /// Whether the added members replace all other assignees.
    private(set) var replaces = false
    private(set) var added: [DocumentID] = []
    private(set) var removed: Set<DocumentID> = []

    init(_ words: [String], in session: FamilySession) throws {
        for word in words {
            if word.hasPrefix("-") {
                removed.formUnion(try session.members.everyID(of: String(word.dropFirst())))
            } else if word.hasPrefix("+") {
                added.append(try session.memberID(String(word.dropFirst())))
            } else {
                replaces = true
                if word.lowercased() != "none" { added.append(try session.memberID(word)) }
            }
        }
    }

    /// Returns the assignees of a new task.
    static func assignees(_ words: [String], in session: FamilySession) throws -> [DocumentID] {
        if let word = words.first(where: { $0.hasPrefix("-") }) {
            throw UsageError("a new task has no assignees to remove", hint: "Leave ‘\(word)’ out.")
        }
        return try AssigneeChange(words, in: session).added
    }
}
