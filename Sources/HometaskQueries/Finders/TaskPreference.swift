// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily

/// The tasks that a command prefers if several names match (for example, occurrences of a series): those that it can
/// act on.
public enum TaskPreference: Hashable, Sendable {
    /// Open tasks rather than done ones.
    case open
    /// Tasks that await approval; otherwise the task that was done last.
    case toApprove
    /// The task that was done last among those with the same title.
    case done
    /// Tasks with a done checklist item; among these, open ones.
    case ticked
    /// The tasks that were shown last; otherwise open ones.
    case shown(Set<DocumentID>)

    /// Whether the preference needs more members of a task than ``TaskFinder/neededMembers``.
    var needsWholeTasks: Bool { self == .toApprove || self == .ticked }

    /// Returns the preferred tasks, possibly more than one; empty if no task is preferred.
    func preferred(among tasks: [TaskRecord]) -> [TaskRecord] {
        switch self {
        case .open: return tasks.filter { $0.isOpen }
        case .toApprove:
            let waiting = tasks.filter { $0.awaitsApproval }
            return waiting.isEmpty ? Self.doneLast(of: tasks) : waiting
        case .done: return Self.doneLast(of: tasks)
        case .ticked:
            let ticked = tasks.filter { $0.items.contains { $0.isDone } }
            let open = (ticked.isEmpty ? tasks : ticked).filter { $0.isOpen }
            return open.isEmpty ? Self.doneLast(of: ticked) : open
        case .shown(let ids):
            let shown = tasks.filter { ids.contains($0.id) }
            return shown.isEmpty ? tasks.filter { $0.isOpen } : shown
        }
    }

    /// Returns the task that was done last among the done tasks with the same title.
    private static func doneLast(of tasks: [TaskRecord]) -> [TaskRecord] {
        var last: [TaskRecord] = []
        for task in tasks where !task.isOpen {
            if let place = last.firstIndex(where: { $0.title == task.title }) {
                if time(of: last[place]) < time(of: task) { last[place] = task }
            } else {
                last.append(task)
            }
        }
        return last
    }

    private static func time(of task: TaskRecord) -> Int64 { task.completion?.at.seconds ?? 0 }
}
