// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The reason why a reminder of a task has no effect as things stand.
public enum IneffectiveReminder: Hashable, Sendable {
    /// The task is done, so no reminders are sent.
    case closed
    /// Lengths of time are counted from when the task is due, and it has no date.
    case withoutDate
    /// The instant at which a reminder would have come is past for all who should hear of it, and the task does not
    /// recur.
    case past(ReminderTime, at: Timestamp)

    /// What is to be said of the reminders that tasks have of their own; nothing of those that members or the family
    /// have set for all tasks. Of a task that others block it is not said what is past: it may be free when they are
    /// done.
    ///
    /// - Parameter now: the wall clock.
    /// - Returns: doubts, with the title of the task each is about.
    public static func all(
        of tasks: [DocumentID], now: Timestamp, reading reader: DocumentReader
    ) throws(ReplicaError) -> [(title: String, doubt: IneffectiveReminder)] {
        var doubts: [(title: String, doubt: IneffectiveReminder)] = []
        let snapshot = try ReminderSnapshot(reading: reader, only: tasks.count == 1 ? tasks[0] : nil)
        let open = Dictionary(keepingFirst: snapshot.tasks.map { ($0.id, $0) })
        for id in tasks {
            guard let path = DocumentPath(kind: .task, id: id), let bytes = try reader.bytes(at: path),
                let task = (try? JSONObject.parse(bytes)).flatMap({ TaskRecord($0) }), hasOwnReminders(task)
            else { continue }
            let found = task.isOpen ? undated(task) + (open[id].map { past($0, snapshot, now) } ?? []) : [.closed]
            doubts += found.map { (title: task.title, doubt: $0) }
        }
        return doubts
    }

    private static func hasOwnReminders(_ task: TaskRecord) -> Bool {
        !task.isDeleted && (task.nag != nil || !(task.reminders ?? []).isEmpty)
    }

    private static func undated(_ task: TaskRecord) -> [IneffectiveReminder] {
        let lengths = (task.reminders ?? []).contains { if case .before = $0 { true } else { false } }
        return task.due == nil && (lengths || task.nag != nil) ? [.withoutDate] : []
    }

    private static func past(
        _ task: TaskRecord, _ snapshot: ReminderSnapshot, _ now: Timestamp
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
    /// The reminder of the task that this is for; nil if it is for another reason.
    fileprivate var reminder: ReminderTime? {
        switch self {
        case .before(let length, _): .before(length)
        case .at(let instant): .at(instant)
        case .nag, .snoozed, .near: nil
        }
    }
}
