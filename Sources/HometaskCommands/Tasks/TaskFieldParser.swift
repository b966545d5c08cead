// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTime

/// Parses the values of a task's fields in user input: in options, among the words of a title, in an editor.
struct TaskFieldParser {
    private let session: FamilySession

    init(_ session: FamilySession) { self.session = session }

    /// Parses a value of a scalar field into its stored form; null for no value.
    ///
    /// - Throws: `ReplicaError`, which names the expected and the given value.
    func value(_ text: String, of field: TaskField) throws -> JSON {
        try TaskValueParser(from: session.queries.viewpoint).value(text, of: field)
    }

    /// Parses a due date, in words or as a date.
    static func due(_ text: String, in session: FamilySession) throws -> Due {
        try TaskValueParser(from: session.queries.viewpoint).due(text)
    }

    /// Splits text into lines, without empty lines at the end.
    static func lines(_ text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// Returns a tag as documents store it.
    static func withoutPlus(_ tag: String) -> String {
        tag.hasPrefix("+") ? String(tag.dropFirst()) : tag
    }

    /// Returns the tasks named by `word`: one task, or several by numbers and ids separated by commas.
    func tasks(_ word: String) async throws -> [DocumentID] {
        try await session.tasks.find(Self.parts(ofTasks: word)).map(\.id)
    }

    /// Returns the numbers and ids in a comma-separated list; otherwise the whole word.
    static func parts(ofTasks word: String) -> [String] {
        let parts = word.split(separator: ",").map { String($0) }
        let areNumbers = parts.allSatisfy { part in
            switch Reference(part) {
            case .number, .idPrefix: true
            default: false
            }
        }
        return areNumbers && !parts.isEmpty ? parts : [word]
    }
}
