// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The to-dos that become items of another to-do's checklist instead of tasks: subtasks with only a title and a state.
///
/// A to-do below such an item becomes an item of the same checklist, because checklists have one level. A to-do
/// previously imported as a task remains a task.
struct TodoChecklists {
    private var items: [String: [TodoComponent]] = [:]
    private var roots: [String: String] = [:]

    init() {}

    /// Finds the items among the to-dos of a file.
    ///
    /// - Parameters:
    ///   - isTask: whether the to-do with a UID is imported as a new task.
    ///   - present: returns the existing tasks among some UIDs.
    ///   - ids: the tasks by UID.
    init(
        of todos: [TodoComponent], isTask: (String) -> Bool, present: ([String]) throws -> Set<DocumentID>,
        ids: [String: DocumentID]
    ) throws {
        let needed = Set(todos.flatMap(\.dependencies))
        var parents: [String: String] = [:]
        for todo in todos where isTask(todo.uid) && !needed.contains(todo.uid) && todo.isPlain {
            if let parent = todo.parent, parent != todo.uid, isTask(parent) { parents[todo.uid] = parent }
        }
        if parents.isEmpty { return }
        let known = try present(parents.keys.sorted())
        for uid in Array(parents.keys) where ids[uid].map({ known.contains($0) }) ?? true { parents[uid] = nil }
        for todo in todos where parents[todo.uid] != nil && roots[todo.uid] == nil {
            guard let root = Self.root(of: todo.uid, parents) else { continue }
            roots[todo.uid] = root
            items[root, default: []].append(todo)
        }
    }

    /// The nearest ancestor of an item that is not an item itself; nil for a cycle.
    private static func root(of uid: String, _ parents: [String: String]) -> String? {
        var (place, seen) = (uid, Set<String>())
        while let parent = parents[place] {
            guard seen.insert(place).inserted else { return nil }
            place = parent
        }
        return place
    }

    /// Whether a to-do is an item.
    func hasItem(_ todo: TodoComponent) -> Bool { roots[todo.uid] != nil && todo.isPlain }

    /// Returns the items of a to-do's checklist, in the order of the file.
    func items(of todo: TodoComponent) -> [TodoComponent] { todo.uid.isEmpty ? [] : items[todo.uid] ?? [] }
}
