// SPDX-License-Identifier: Apache-2.0

// The program of the guide Sources/HometaskKit/HometaskKit.docc/Embedding.md, which tells it step by step.

import Foundation
import HometaskKit

/// Ends the program, with an exit code other than zero, where something is not as it should be.
func expect(_ isSo: Bool, _ what: String) {
    if isSo { return }
    print("This should be so, but is not: \(what)")
    exit(1)
}

// A family, in a folder of its own.

let folder = FileManager.default.temporaryDirectory.appending(path: "millers-\(UUID().uuidString)").path
let provider = GitReplicaProvider()
let replica = try await provider.create(
    at: folder, isBare: false,
    family: FamilyDraft(name: "The Millers", zone: "Europe/Amsterdam", email: nil, device: "my-program"))

// One write, one commit: all of it or nothing.

let mia = try await replica.write(command: "begin") { transaction in
    let mia = try transaction.members.add(MemberDraft(name: "Mia"))
    var bins = TaskDraft(title: "Take out the bins")
    bins.assignees = [mia]
    bins.due = CivilDate(iso: "2026-11-27").map { .day($0) }
    try transaction.tasks.add(bins)
    var milk = TaskDraft(title: "Buy milk")
    milk.tags = ["shopping"]
    try transaction.tasks.add(milk)
    return mia
}.result
try await replica.setMember(mia)

// Which tasks? In the words of the command.

let mine = try await replica.list("mine due<=2026-11-27")
for task in mine.tasks { print("Mine: \(task.title)") }
expect(mine.tasks.map(\.title) == ["Take out the bins"], "one task is Mia's")

do {
    _ = try await replica.list("mine asignee:mia")
    expect(false, "there is no field of that name")
} catch let error as QueryError {
    print("A query says what is wrong with it: \(error), at byte \(error.range.lowerBound)")
}

// A list that stays up to date, whoever changes the family.

let shopping = Task {
    var seen: [Int] = []
    for try await list in replica.lists("+shopping") {
        print("To buy: \(list.tasks.map(\.title).sorted().joined(separator: ", "))")
        seen.append(list.count)
        if list.tasks.contains(where: { $0.title == "Buy eggs" }) { break }
    }
    return seen
}

// What has changed since, by the places of the documents.

let begun = try await replica.read { $0.version }
let changes = try await replica.changes(since: begun)
let watcher = Task {
    var tasks: [String] = []
    for try await change in changes where change.mayConcern([.task]) {
        for path in change.paths ?? [] where path.kind == .task {
            let document = try await replica.read { try $0.document(at: path) }
            if let task = document.flatMap({ TaskRecord($0.shown) }) { tasks.append(task.title) }
        }
        print("Changed so far: \(tasks.joined(separator: ", "))")
        if tasks.contains("Buy eggs") { break }
    }
    return tasks
}

// Another program opens the same family and changes it.

let other = try await provider.open(at: folder)
let bins = mine.tasks[0].id
_ = try await other.write(command: "done") { transaction in
    try transaction.tasks.complete(bins, Completion(at: transaction.now, by: transaction.member))
    var eggs = TaskDraft(title: "Buy eggs")
    eggs.tags = ["shopping"]
    try transaction.tasks.add(eggs)
}

expect(try await shopping.value.last == 2, "milk and eggs are to be bought")
expect(try await Set(watcher.value) == ["Take out the bins", "Buy eggs"], "both changes were told")
expect(try await replica.list("mine").tasks.isEmpty, "nothing of Mia's is open")

// An observer ends when its loop is left, or its task cancelled; nothing of it stays behind.

let idle = Task { for try await _ in changes {} }
idle.cancel()
try await idle.value

for entry in try await replica.history(since: nil, path: nil, limit: 10) { print("\(entry.author) \(entry.subject)") }
try FileManager.default.removeItem(atPath: folder)
