// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

extension QueryFeature {
    /// Whether a task has the feature.
    public func isOf(_ task: TaskRecord, in context: QueryContext) -> Bool {
        switch self {
        case .assignee: !task.assignees.isEmpty
        case .category: task.category != nil
        case .tag: !task.tags.isEmpty
        case .priority: task.priority != nil
        case .points: task.points != nil
        case .due: task.due != nil
        case .wait: task.wait != nil
        case .after: !task.after.isEmpty
        case .place: task.place != nil
        case .items: !task.items.isEmpty
        case .description: !task.description.isEmpty
        case .photo: task.completion?.photo != nil || context.photographed.contains(task.id)
        case .note: context.noted.contains(task.id)
        case .conflict: task.hasConflict
        }
    }
}
