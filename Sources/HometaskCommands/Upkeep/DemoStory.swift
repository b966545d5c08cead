// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// The story of `hometask demo`: a family of two, a remote, a task that both edit offline, and the merge.
struct DemoStory {
    private let folder: String
    private let environment: CommandEnvironment
    private let output: Output
    private let global: GlobalOptions

    init(_ folder: String, _ environment: CommandEnvironment, to output: Output, global: GlobalOptions) {
        self.folder = folder
        self.environment = environment
        self.output = output
        self.global = global
    }

    func runStory() async throws {
        try heading("Two devices of one family, and the repository they sync with")
        let (phone, laptop) = try await makeFamily()
        try rows([
            ("hub.git", "a bare git repository to sync with"), ("phone", "Anna's"), ("laptop", "Mia's"),
        ])
        let task = try await share(phone, laptop)
        try heading("Offline, both edit the same task")
        try await editApart(task, on: phone, and: laptop)
        try heading("Back online, they sync")
        for (name, session) in [("phone", phone), ("laptop", laptop), ("phone", phone)] {
            let report = try await session.replica.sync(.both, remote: nil) { _ in }
            try rows([(name, SyncFormatter(report, .both).lines[0])])
        }
        try heading("The task, the same on both devices")
        try await showTask(task, at: "laptop")
        try await prove(phone, laptop)
        try closing()
    }

    private func makeFamily() async throws -> (phone: FamilySession, laptop: FamilySession) {
        let zone = TimeZoneRules.machineIdentifier().flatMap { try? TimeZoneRules(identifier: $0) } ?? .utc
        let family = FamilyDraft(name: "Demo", zone: zone.identifier, email: "demo@example.org", device: "hub")
        let hub = try await environment.provider.create(at: "\(folder)/hub.git", isBare: true, family: family)
        let ids = try await hub.write(command: nil) { transaction in
            [
                try transaction.members.add(MemberDraft(name: "Anna", role: "adult")),
                try transaction.members.add(MemberDraft(name: "Mia", role: "child")),
            ]
        }.result
        return (try await join("phone", as: ids[0]), try await join("laptop", as: ids[1]))
    }

    private func join(_ name: String, as member: DocumentID) async throws -> FamilySession {
        let path = "\(folder)/\(name)"
        let replica = try await environment.provider.join(
            url: "\(folder)/hub.git", at: path, isBare: false, progress: { _ in })
        try await replica.setMember(member)
        let device = try await replica.deviceID()
        _ = try await replica.write(command: nil) { try $0.devices.setName(name, of: device) }
        _ = try await replica.sync(.both, remote: nil) { _ in }
        return try await FamilySession.open(global.at(path))
    }

    /// Creates the task on one device and syncs it to the other.
    private func share(_ phone: FamilySession, _ laptop: FamilySession) async throws -> DocumentID {
        let today = phone.zone.civil(at: phone.now).date
        let task = try await phone.replica.write(command: "add") { transaction in
            var draft = TaskDraft(title: "Take out the bins")
            draft.description = ["Monday: paper"]
            draft.due = .day(today.adding(days: 1))
            return try transaction.tasks.add(draft)
        }.result
        for session in [phone, laptop] { _ = try await session.replica.sync(.both, remote: nil) { _ in } }
        return task
    }

    private func editApart(_ task: DocumentID, on phone: FamilySession, and laptop: FamilySession) async throws {
        let today = phone.zone.civil(at: phone.now).date
        let dates = DateDisplay(now: phone.now, zone: phone.zone)
        guard let path = DocumentPath(kind: .task, id: task) else { return }
        let mia = laptop.member.map { JSON.string($0.description) } ?? .null
        _ = try await phone.replica.write(command: "edit") { transaction in
            try transaction.writeFields(
                [
                    "due": Due.day(today.adding(days: 2)).json, "assignees": [mia],
                    "description": ["Monday: paper", "Thursday: glass"],
                ], to: path)
            transaction.describe("edited 'Take out the bins'")
        }
        _ = try await laptop.replica.write(command: "edit") { transaction in
            try transaction.writeFields(
                [
                    "title": "Take out bins and boxes", "due": Due.day(today.adding(days: 3)).json, "tags": ["quick"],
                    "description": ["Monday: paper and cardboard"],
                ], to: path)
            transaction.describe("edited 'Take out the bins'")
        }
        try rows([
            (
                "phone",
                "Anna makes it due \(dates.day(today.adding(days: 2))), gives it to Mia, adds a line: Thursday: glass"
            ),
            (
                "laptop",
                "Mia renames it, makes it due \(dates.day(today.adding(days: 3))), tags it, changes the first line"
            ),
        ])
    }

    private func showTask(_ task: DocumentID, at name: String) async throws {
        let session = try await FamilySession.open(global.at("\(folder)/\(name)"))
        let words = ConflictFormatter(session)
        let (record, conflicted) = try await session.replica.read { reader in
            (
                try DocumentPath(kind: .task, id: task).flatMap { try reader.document(at: $0) }
                    .flatMap { TaskRecord($0.shown) },
                try ConflictedDocument.all(in: reader)
            )
        }
        guard let record else { throw ReplicaError(.damaged, "the task of the demonstration is not on the \(name)") }
        var block = FieldBlock()
        block.add("  Title", record.title, style: .bold)
        block.add("  Due", record.due.map { words.value($0.json, of: "due") } ?? "")
        block.add("  For", record.assignees.map { session.directory.name(of: $0) }.joined(separator: ", "))
        block.add("  Tags", record.tags.map { "+\($0)" }.joined(separator: " "))
        for (index, line) in record.description.enumerated() { block.add(index == 0 ? "  Description" : "", line) }
        for conflict in conflicted.flatMap(\.conflicts) {
            for choice in ConflictFormatter.choices(of: conflict).dropFirst() {
                let value = words.value(choice.value, of: conflict.field)
                block.add(
                    "  Conflict",
                    "\(ConflictFormatter.place(of: conflict, items: [])): \(value), by \(words.author(of: choice))",
                    style: .yellow)
            }
        }
        try output.print(block.lines(width: output.width, mode: output.mode))
    }

    /// Compares the trees of the devices.
    private func prove(_ phone: FamilySession, _ laptop: FamilySession) async throws {
        let (left, right) = (try await phone.replica.status(), try await laptop.replica.status())
        try heading("Check: the ids of both devices' git trees")
        try rows([("phone", left.tree ?? "none"), ("laptop", right.tree ?? "none")])
        guard left.tree == right.tree, left.tree != nil else {
            throw ReplicaError(
                .damaged, "the devices do not hold the same data after they synced",
                hint: "This is a bug in hometask; please report it.")
        }
        try output.say("The ids are equal: the data is the same, byte for byte.")
    }

    private func closing() throws {
        let place = "\(folder)/phone"
        try output.print(
            [""]
                + NextSteps([
                    ("cd \(ShellQuoting.quoted(place))", "look around"),
                    ("hometask conflicts", "see the conflicting edits"),
                    ("git log --graph --oneline", "see the family's history"),
                    ("rm -r \(ShellQuoting.quoted(folder))", "remove it all"),
                ]).lines(output))
    }

    private func heading(_ text: String) throws {
        try output.print([Style.bold.applied(to: text, in: output.mode)])
    }

    private func rows(_ rows: [(String, String)]) throws {
        for (name, text) in rows {
            let lines = TextWidth.wrapped(EscapedText.safe(text), to: max(20, output.width - 11))
            try output.print(
                lines.enumerated().map { index, line in
                    "  \(TextWidth.padded(index == 0 ? name : "", to: 7))  \(line)"
                })
        }
    }
}
