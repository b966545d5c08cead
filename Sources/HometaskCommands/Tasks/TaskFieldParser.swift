// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTime

/// Parses the values of a task's fields as people type them: in options, among the words of a title, in an editor.
struct TaskFieldParser {
    private let session: FamilySession

    init(_ session: FamilySession) { self.session = session }

    /// Parses a value of a scalar field into the form of documents; null for no value.
    ///
    /// - Throws: `UsageError` and `ReplicaError`, which name the expected and the given value.
    func value(_ text: String, of field: TaskField) throws -> JSON {
        switch field.values {
        case .date: try Self.due(text, in: session).json
        case .category: .string(try session.categoryID(text).description)
        case .interval:
            text.lowercased() == "none" ? .null : .string(try ReminderParser.length(text, of: "interval").description)
        case .choice(let words): try choice(text, among: words, field: field)
        case .number: try number(text, field)
        case .hours: try hours(text).json
        case .flag(let word): try flag(text, word, field: field)
        case .line, .lines, .members, .tags, .tasks, .items, .pin, .distance, .rule, .reminders: .string(text)
        }
    }

    private func choice(_ text: String, among words: [String], field: TaskField) throws -> JSON {
        if words.contains(text.lowercased()) { return .string(text.lowercased()) }
        let last = words.last ?? ""
        throw UsageError(
            "‘\(text)’ is not a \(field.noun)",
            hint: "It can be \(words.dropLast().joined(separator: ", ")) or \(last).")
    }

    private func number(_ text: String, _ field: TaskField) throws -> JSON {
        if let number = Int(text) { return .number(JSONNumber(number)) }
        throw UsageError("‘\(text)’ is not a number of \(field.noun)", hint: "Write it like \(field.example).")
    }

    private func hours(_ text: String) throws -> ProofWindow {
        guard let hours = ClockSpan(text: text) else {
            throw UsageError("‘\(text)’ is not a time span within a day", hint: "Write it like 07:00-09:00.")
        }
        return ProofWindow(hours, zone: session.zone.identifier)
    }

    private func flag(_ text: String, _ word: String, field: TaskField) throws -> JSON {
        if text == word { return .string(word) }
        throw UsageError("‘\(text)’ is not a value of ‘\(field.name)’", hint: "It can be: \(word).")
    }

    /// Parses a due date, in words or as a date.
    static func due(_ text: String, in session: FamilySession) throws -> Due {
        switch try session.times.moment(text) {
        case .day(let date): .day(date)
        case .instant(let instant): .instant(instant, zone: nil)
        }
    }

    /// The lines of a text, without empty lines at its end.
    static func lines(_ text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// A tag in the form of documents.
    static func withoutPlus(_ tag: String) -> String {
        tag.hasPrefix("+") ? String(tag.dropFirst()) : tag
    }

    /// The tasks that a word names: one task, or several by numbers and ids separated by commas.
    func tasks(_ word: String) async throws -> [DocumentID] {
        let parts = word.split(separator: ",").map { String($0) }
        let areNumbers = parts.allSatisfy { part in
            switch Reference(part) {
            case .number, .idPrefix: true
            default: false
            }
        }
        return try await session.tasks.find(areNumbers && !parts.isEmpty ? parts : [word]).map(\.id)
    }
}
