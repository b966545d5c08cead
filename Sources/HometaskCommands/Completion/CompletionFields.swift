// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskQueries

/// The candidates for a word of a query or of a new task: `@member`, `+tag`, `field:value`.
struct CompletionFields {
    private let session: FamilySession
    private let isQuery: Bool

    init(_ session: FamilySession, isQuery: Bool) { (self.session, self.isQuery) = (session, isQuery) }

    /// Returns the candidates; nil if the word does not set a field.
    func candidates(_ typed: String) async throws -> [CompletionCandidate]? {
        if typed.hasPrefix("@") { return try await people.map { .init("@" + $0) } }
        if typed.hasPrefix("+") { return try await tags.filter(Self.isWord).map { .init("+" + $0) } }
        if let mark = typed.firstIndex(where: { $0 == ":" || $0 == "=" }) {
            let names = try await names(of: typed[..<mark].lowercased())
            let field = typed[...mark]
            return names?.map { name in
                // In quotes, `me` would be read as a member's name.
                guard isQuery, name != "me" else { return .init(field + name) }
                return .init("\(field)\(QuerySyntax.Value(naming: name))", typed: field + name)
            }
        }
        if !isQuery { return typed.isEmpty || !typed.allSatisfy(\.isLetter) ? nil : Self.fields(typed) }
        let flags = QueryFlag.allCases.map { CompletionCandidate($0.rawValue, $0.meaning) }
        return flags + QueryField.allCases.map { .init("\($0.name):", $0.meaning) }
    }

    /// Returns the fields of a task that begin with the typed text; nil if none does.
    private static func fields(_ typed: String) -> [CompletionCandidate]? {
        let fields = TaskField.all.filter { $0.name.hasPrefix(typed.lowercased()) }
        return fields.isEmpty ? nil : fields.map { .init("\($0.name):", $0.example) }
    }

    /// The members and, in a query, the saved views, as they are written after `@`.
    private var people: [String] {
        get async throws {
            let members = session.directory.activeMembers.map(\.name)
            guard isQuery else { return ["me"] + members.filter(Self.isWord) }
            return try await ["me"]
                + (members + session.views.all().map(\.name)).map { name in
                    let value = QuerySyntax.Value(naming: name)
                    // A name of several words needs only the shell's own quotes.
                    let isPhrase = name.contains(" ") && !name.contains { "\"\\,<>=:#+@()".contains($0) }
                    return value.isQuoted && !isPhrase ? "\(value)" : name
                }
        }
    }

    private var tags: [String] {
        get async throws { try await session.replica.tagCounts(zone: session.zone).tags.map(\.name) }
    }

    private static func isWord(_ name: String) -> Bool { !name.contains(where: \.isWhitespace) }

    /// Returns the possible values of a field; nil if they cannot be listed.
    private func names(of field: String) async throws -> [String]? {
        switch field {
        case "assignee", "for", "doneby", "createdby", "addedby":
            return ["me"] + session.directory.activeMembers.map(\.name)
        case "category": return session.directory.activeCategories.map(\.name)
        case "tag", "tags": return try await tags
        case "view": return isQuery ? try await session.views.all().map(\.name) : nil
        case "at", "near": return try await session.pins.all().map(\.name).sorted()
        case "priority": return ["high", "medium", "low"]
        default: return nil
        }
    }
}
