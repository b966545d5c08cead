// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Which tasks a list shows. An empty filter shows all that are open.
public struct TaskFilter: Hashable, Sendable {
    /// Whether tasks that are done are shown.
    public enum Completion: Hashable, Sendable {
        /// Only what is still to be done.
        case open
        /// Only what is done.
        case done
        /// Both.
        case any
    }

    /// Open, done or both.
    public var completion = Completion.open
    /// Shown are tasks that one of these members should do; empty for everybody's.
    public var assignees: Set<DocumentID> = []
    /// Whether tasks that nobody is assigned to are shown; with `assignees`, beside theirs.
    public var isUnassigned = false
    /// Shown are tasks of one of these categories; empty for all.
    public var categories: Set<DocumentID> = []
    /// Tags that a task must all have.
    public var tags: Set<ExactString> = []
    /// Words that must all occur in title or description, in any letter case.
    public var words: [String] = []
    /// Whether the list shows the trash instead.
    public var isTrash = false
    /// Whether the tasks that are found are to have their descriptions, which most lists do not show.
    public var wantsDescriptions = false

    /// A filter that shows all open tasks.
    public init() {}

    /// The members of a document that the filter and a list need.
    public var neededMembers: Set<ExactString> {
        words.isEmpty && !wantsDescriptions
            ? TaskRecord.listedMembers : TaskRecord.listedMembers.union(["description"])
    }

    /// Whether a task is shown. Merged members count as the member they became.
    public func matches(_ task: TaskRecord, in directory: FamilyDirectory) -> Bool {
        guard task.isDeleted == isTrash else { return false }
        switch completion {
        case .open: if !task.isOpen { return false }
        case .done: if task.isOpen { return false }
        case .any: break
        }
        if !assignees.isEmpty || isUnassigned {
            let isTheirs = task.assignees.contains { assignees.contains(directory.current($0)) }
            guard isTheirs || (isUnassigned && task.assignees.isEmpty) else { return false }
        }
        if !categories.isEmpty {
            guard let category = task.category, categories.contains(category) else { return false }
        }
        guard tags.isSubset(of: task.tags.lazy.map { ExactString($0) }) else { return false }
        return matchesWords(task)
    }

    private func matchesWords(_ task: TaskRecord) -> Bool {
        if words.isEmpty { return true }
        let text = ([task.title] + task.description).joined(separator: "\n").lowercased()
        return words.allSatisfy { text.contains($0.lowercased()) }
    }
}
