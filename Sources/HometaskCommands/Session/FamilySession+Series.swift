// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskReplica

extension FamilySession {
    /// Reports how the series continues.
    func tell(_ continuation: SeriesContinuation, of task: TaskRecord) async throws {
        switch continuation {
        case .none, .settled: return
        case .next(let id):
            let next = try await self.task(id)
            let due = next.due.map { ", due \(TaskLine.due($0, in: self))" } ?? ""
            try output.say("Next: \(next.title)\(due)")
        case .ended: try output.say("That was the last one.")
        case .unreadable(let reason):
            output.remark("note: no next occurrence of ‘\(task.title)’ was created: \(reason)")
        }
    }
}
