// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The reason why a reminder of a task currently has no effect.
public enum IneffectiveReminder: Hashable, Sendable {
    /// The task is done, so no reminders are sent.
    case closed
    /// The reminder's duration is counted from the task's due date, and the task has none.
    case withoutDate
    /// The time of a reminder is in the past for everybody who should receive it, and the task does not recur.
    case past(ReminderTime, at: Timestamp)

    /// Finds those of the tasks' own reminders that are ineffective at the given time, ignoring those that members or
    /// the family have set for all tasks. For a task that is blocked by others, past reminders are not reported, since
    /// the task may be unblocked later.
    ///
    /// - Returns: the reasons, each with the title of the task.
    public static func all(
        of tasks: [DocumentID], now: Timestamp, reading reader: DocumentReader
    ) throws(ReplicaError) -> [(title: String, reason: IneffectiveReminder)] {
        var reasons: [(title: String, reason: IneffectiveReminder)] = []
        let snapshot = try ReminderSnapshot(reading: reader, only: tasks.count == 1 ? tasks[0] : nil)
        let open = Dictionary(keepingFirst: snapshot.tasks.map { ($0.id, $0) })
        for id in tasks {
            guard let path = DocumentPath(kind: .task, id: id), let bytes = try reader.bytes(at: path),
                let task = (try? JSONObject.parse(bytes)).flatMap({ TaskRecord($0) }), hasOwnReminders(task)
            else { continue }
            let found = task.isOpen ? undated(task) + (open[id].map { past($0, snapshot, at: now) } ?? []) : [.closed]
            reasons += found.map { (title: task.title, reason: $0) }
        }
        return reasons
    }

    private static func hasOwnReminders(_ task: TaskRecord) -> Bool {
        !task.isDeleted && (task.nag != nil || !(task.reminders ?? []).isEmpty)
    }

    private static func undated(_ task: TaskRecord) -> [IneffectiveReminder] {
        let lengths = (task.reminders ?? []).contains { if case .before = $0 { true } else { false } }
        return task.due == nil && (lengths || task.nag != nil) ? [.withoutDate] : []
    }

    private static func past(
        _ task: TaskRecord, _ snapshot: ReminderSnapshot, at now: Timestamp
    ) -> [IneffectiveReminder] {
        if task.rule != nil { return [] }
        let plans = snapshot.members(of: task).map { snapshot.plan(task, for: $0, asOf: now) }
        return (task.reminders ?? []).compactMap { reminder in
            let missed = plans.compactMap { plan in plan.past.last { $0.occasion.reminder == reminder }?.due }
            guard let last = missed.max(), missed.count == plans.count else { return nil }
            return .past(reminder, at: last)
        }
    }
}

extension ReminderOccasion {
    /// The task's own reminder for the occasion; nil if the occasion has none.
    fileprivate var reminder: ReminderTime? {
        switch self {
        case .before(let length, _): .before(length)
        case .at(let instant): .at(instant)
        case .nag, .snoozed, .near: nil
        }
    }
}
