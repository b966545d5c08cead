// SPDX-License-Identifier: Apache-2.0
import Foundation
import HometaskKit

let folder = FileManager.default.temporaryDirectory.appending(path: "millers-\(UUID().uuidString)").path
let family = FamilyDraft(name: "The Millers", zone: "Europe/Amsterdam", email: nil, device: "my-program")
let replica = try await GitReplicaProvider().create(at: folder, isBare: false, family: family)

// One write, one commit: all of it or nothing.
let id = try await replica.write(command: "add") { transaction in
    var draft = TaskDraft(title: "Take out the bins")
    draft.tags = ["house"]
    return try transaction.addTask(draft)
}.result

let task = try await replica.read { reader in
    try reader.document(at: Transaction.path(of: .task, id)).flatMap { TaskRecord($0.shown) }
}
guard let task, task.title == "Take out the bins", task.isOpen else { fatalError("the task was not read back") }
print(task.title, task.tags)
for entry in try await replica.history(since: nil, path: nil, limit: 10) { print(entry.author, entry.subject) }
try FileManager.default.removeItem(atPath: folder)
