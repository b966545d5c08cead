// SPDX-License-Identifier: Apache-2.0

// The program without git of the guide Sources/HometaskKit/HometaskKit.docc/Embedding.md.
import HometaskCore

// Two devices and a place where they meet, all in memory.

let provider = MemoryReplicaProvider(clock: { Timestamp(seconds: 1_795_000_000) })
let laptop = try await provider.create(
    at: "laptop", isBare: false,
    family: FamilyDraft(name: "The Millers", zone: "Europe/Amsterdam", email: nil, device: "laptop"))
try provider.createRemote(at: "hub")
try await laptop.setRemote("origin", url: "hub")
let milk = try await laptop.write(command: "add") { try $0.tasks.add(TaskDraft(title: "Buy milk")) }.result
_ = try await laptop.sync(.both, remote: nil) { _ in }
let phone = try await provider.join(url: "hub", at: "phone", isBare: false) { _ in }

// Each changes another field of the task, and both changes stay.

_ = try await laptop.write(command: "edit") { transaction in
    try transaction.writeFields(["due": ["date": "2026-11-27"]], to: Transaction.path(of: .task, milk))
}
_ = try await phone.write(command: "edit") { transaction in
    try transaction.writeFields(["title": "Buy oat milk"], to: Transaction.path(of: .task, milk))
}
for device in [laptop, phone, laptop] { _ = try await device.sync(.both, remote: nil) { _ in } }

for task in try await laptop.scan("due<=2026-11-27").tasks { print("Due: \(task.title)") }
guard try await laptop.scan("due<=2026-11-27").tasks.map(\.title) == ["Buy oat milk"] else {
    fatalError("both changes should be there")
}
