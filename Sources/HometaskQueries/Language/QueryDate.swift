// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// The dates of a task that queries compare. Each is an instant.
public enum QueryDate: String, Hashable, Sendable, CaseIterable {
    /// When it is due; for a whole day, its end.
    case due
    /// Until when it is hidden; for a whole day, its beginning.
    case wait
    /// When it was done.
    case done
    /// When it was made.
    case created

    /// The date of a task as an instant; nil if the task has no such date.
    public func instant(of task: TaskRecord, in zone: TimeZoneRules) -> Timestamp? {
        switch self {
        case .due: task.due?.deadline(in: zone)
        case .wait: task.wait?.beginning(in: zone)
        case .done: task.completion?.at
        case .created: task.createdAt
        }
    }

    /// The member of a task's document that contains the date.
    var neededMember: ExactString {
        switch self {
        case .due: "due"
        case .wait: "wait"
        case .done: "completion"
        case .created: "created"
        }
    }
}
