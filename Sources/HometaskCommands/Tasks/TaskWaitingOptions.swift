// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime

/// The options that say what a task waits for, shared by `add` and `edit`.
struct TaskWaitingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Until when lists leave it out: a date, or words such as 'mon' or 'in 2 weeks'.", valueName: "when"))
    var wait: String?

    @Option(
        help: ArgumentHelp("A task that must be done before it; may be given several times.", valueName: "task"))
    var after: [String] = []

    /// The options with what the words say.
    ///
    /// - Throws: `UsageError` where the two contradict each other.
    func joined(with words: TaskWords) throws -> TaskWaitingOptions {
        var options = self
        options.wait = try words.value(.wait, or: wait)
        options.after = words.values(.after, and: after)
        return options
    }

    /// Puts into a draft what the options say.
    func apply(to draft: inout TaskDraft, in session: FamilySession) async throws {
        draft.wait = try wait.map { try TaskFieldOptions.due($0, in: session) }
        draft.after = try await predecessors(in: session)
    }

    /// Puts into a change what the options say.
    func apply(to change: inout TaskChange, in session: FamilySession) async throws {
        if let wait { change.values["wait"] = try TaskFieldOptions.due(wait, in: session).json }
        change.addedAfter = Set(try await predecessors(in: session))
    }

    private func predecessors(in session: FamilySession) async throws -> [DocumentID] {
        var found: [DocumentID] = []
        for word in after {
            for id in try await session.predecessors(word) where !found.contains(id) { found.append(id) }
        }
        return found
    }
}

/// The options of `edit` that let a task wait no longer.
struct TaskReleaseOptions: ParsableArguments {
    @Flag(help: "Show it in lists at once.")
    var noWait = false

    @Flag(help: "Let no task come before it any more.")
    var noAfter = false

    @Option(help: ArgumentHelp("A task that need not be done before it any more.", valueName: "task"))
    var notAfter: [String] = []

    /// The options with what the words say.
    func joined(with words: TaskWords) -> TaskReleaseOptions {
        var options = self
        options.noWait = noWait || words.clears(.wait)
        options.noAfter = noAfter || words.clears(.after)
        return options
    }

    /// Puts into a change what the options say.
    func apply(to change: inout TaskChange, in session: FamilySession) async throws {
        if noWait { change.values["wait"] = .null }
        if noAfter { change.values["after"] = .null }
        for word in notAfter { change.removedAfter.formUnion(try await session.predecessors(word)) }
    }
}

extension FamilySession {
    /// The tasks that a word names: one, or several by numbers and ids with commas between them.
    fileprivate func predecessors(_ word: String) async throws -> [DocumentID] {
        let parts = word.split(separator: ",").map { String($0) }
        let areNumbers = parts.allSatisfy { part in
            switch Reference(part) {
            case .number, .idPrefix: true
            default: false
            }
        }
        return try await tasks(areNumbers && !parts.isEmpty ? parts : [word]).map(\.id)
    }
}
