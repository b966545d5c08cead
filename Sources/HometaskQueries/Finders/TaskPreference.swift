// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily

/// The task that a verb prefers if several names match, such as those of a series' occurrences: one that it can act on.
public enum TaskPreference: Hashable, Sendable {
    /// An open one rather than a done one.
    case open
    /// One that waits for approval; otherwise the one that was done last.
    case toApprove
    /// The one that was done last, of those with its title.
    case done
    /// One with a done item; of these, an open one.
    case ticked
    /// One of those that were shown last; otherwise an open one.
    case shown(Set<DocumentID>)

    /// Whether more members of the tasks are needed than ``TaskFinder/neededMembers``.
    var needsWholeTasks: Bool { self == .toApprove || self == .ticked }

    /// The preferred tasks among several, possibly more than one; none if it makes no difference.
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

    /// Of the done tasks with the same title, the one that was done last.
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
