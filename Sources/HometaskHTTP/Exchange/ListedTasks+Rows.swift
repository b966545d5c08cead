// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing

extension ListedTasks {
    /// The tasks as rows of a list on the page: see <doc:API>.
    var rows: [JSON] {
        tasks.map { task in
            var row: JSONObject = ["id": .string(task.id.description), "title": .string(task.title)]
            row["due"] = task.due?.json
            if !task.assignees.isEmpty {
                row["assignees"] = .array(task.assignees.map { .string(directory.name(of: $0)) })
            }
            if !task.tags.isEmpty { row["tags"] = .array(task.tags.map { .string($0) }) }
            if !task.items.isEmpty {
                row["items"] = [
                    "all": .number(JSONNumber(task.items.count)),
                    "done": .number(JSONNumber(task.items.count(where: \.isDone))),
                ]
            }
            if task.hasConflict { row["hasConflict"] = true }
            return .object(row)
        }
    }
}
