// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// The titles that can complete a word. A task whose title would be misread is offered by its id.
struct CompletionTasks {
    private let session: FamilySession
    /// The maximum number of tasks offered.
    private static let most = 1000

    init(_ session: FamilySession) { self.session = session }

    /// - Parameter arguments: the arguments before the word. A title needs no quotes, so the first words of the title
    ///   may be among them.
    func candidates(
        _ kind: CompletionKind, _ typed: String, after arguments: [String]
    ) async throws -> [CompletionCandidate] {
        let lead = arguments.map { $0 + " " }.joined()
        let beginning = (lead + typed).lowercased()
        let tasks = try await tasks(kind, beginning)
        let counts = Dictionary(tasks.map { ($0.title.lowercased(), 1) }, uniquingKeysWith: +)
        return tasks.compactMap { task in
            if Self.isSafe(task.title, besideFields: kind == .taskOrField), counts[task.title.lowercased()] == 1 {
                guard task.title.lowercased().hasPrefix(beginning) else { return nil }
                return CompletionCandidate(String(task.title.dropFirst(lead.count)))
            }
            return arguments.isEmpty ? .init("#\(task.id.description.prefix(8))", task.title) : nil
        }
    }

    /// Returns the tasks whose titles begin with the typed text, sorted by title; if nothing was typed, in list order.
    private func tasks(_ kind: CompletionKind, _ beginning: String) async throws -> [TaskRecord] {
        let isTrash = kind == .trashedTask
        if isTrash || !beginning.isEmpty {
            let (zone, index, isOpen) = (session.zone, session.replica.index, kind != .doneTask)
            let found = try await session.replica.read { reader in
                try index?.tasks(
                    beginning: beginning.hasPrefix("#") ? "" : beginning, isOpen: isTrash ? nil : isOpen,
                    isTrash: isTrash, limit: Self.most, zone: zone, reading: reader)
            }
            if let found { return found }
        }
        return try await session.queries.snapshot { snapshot in
            let resolved = try snapshot.resolveQuery(isTrash ? "" : kind == .doneTask ? "done" : "open")
            let query = resolved.query(isTrash: isTrash, now: session.now)
            return try snapshot.list(query, order: session.settings.order, limit: Self.most).tasks
        }
    }

    /// Returns whether a title can be written on a command line and is read as a title: not as an option, an id,
    /// numbers, a tag, a member or, if the command also takes fields, a field.
    private static func isSafe(_ title: String, besideFields: Bool) -> Bool {
        guard let first = title.first, !"-#@+".contains(first), !first.isWhitespace, EscapedText.safe(title) == title
        else { return false }
        let word = title.prefix { !$0.isWhitespace }
        if besideFields, word.contains(where: { ":=<>!".contains($0) }) { return false }
        return !title.allSatisfy { $0.isNumber || " ,-".contains($0) }
    }
}
