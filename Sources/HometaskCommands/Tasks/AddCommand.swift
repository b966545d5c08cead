// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal
import Synchronization

/// `hometask add`: creates a task.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", _superCommandName: "hometask",
        abstract: "Add a task.",
        discussion: """
            The words are the title and need no quotes. Words such as +TAG, @MEMBER and FIELD:VALUE among them set \
            fields: due:fri, every:week, for:mia, category:garden, priority:high, points:5, at:library, remind:1d. \
            Every field with an option can be set in this way. After '--', every word is part of the title.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var fields: TaskFieldOptions
    @OptionGroup var extensions: ExtensionFieldOptions

    @Option(
        name: .customLong("item"),
        help: ArgumentHelp("An item of its checklist; may be repeated.", valueName: "text"))
    var items: [String] = []

    @Flag(
        name: .customLong("stdin"),
        help: ArgumentHelp(
            "Add a task for each line of standard input, at most \(TaskImport.most), in one commit."))
    var readsLines = false

    @Argument(parsing: .allUnrecognized, help: "The title, with +TAG, @MEMBER and due:WHEN among its words.")
    var words: [String] = []

    func run() async throws {
        if let option = ParsedTask.option(in: words) {
            throw UsageError.unknownOption(option, of: "add", type: Self.self, wordsAre: "the title")
        }
        let session = try await FamilySession.open(global)
        if readsLines { return try await addLines(in: session) }
        let draft = try await draft(words, in: session)
        let written = try await session.write(command: "add") { try $0.tasks.add(draft) }
        try await session.report.afterChange { try await printAdded(written.result, in: session) }
    }

    /// Reports the added task.
    private func printAdded(_ id: DocumentID, in opened: FamilySession) async throws {
        let (session, task, isBlocked) = try await opened.snapshot { snapshot in
            let task = try snapshot.session.tasks.finder(snapshot.reader, ListNumbers(nil)).task([id.description])
            return (snapshot.session, task, try TaskDependencies(of: [task], reading: snapshot.reader).isBlocked(id))
        }
        let number = await session.numbers.number(of: task.id)
        if showing.json {
            try session.output.print(TaskJSON.object(task, number: number, isBlocked: isBlocked, in: session))
        } else {
            let members = task.assignees.isEmpty ? "" : ", for \(TaskLine.members(task, in: session))"
            let due = task.due.map { ", due \(TaskLine.due($0, in: session))" } ?? ""
            let rule = task.rule.map { ", \(session.rules.words(for: $0))" } ?? ""
            let isWaiting = task.isWaiting(at: session.now, in: session.zone)
            let wait = isWaiting ? task.wait.map { ", hidden until \(TaskLine.due($0, in: session))" } ?? "" : ""
            try session.output.say("Added\(number.map { " \($0)" } ?? ""): \(task.title)\(members)\(due)\(rule)\(wait)")
            for hint in TitleHints.hints(words, options: fields, in: session) { session.output.remark("hint: \(hint)") }
        }
        session.report.remarkSkippedPeriods(of: [task])
        if task.reminders != nil || task.nag != nil {
            try await session.report.remarkIneffectiveReminders(of: [task.id])
        }
    }

    private func draft(_ words: [String], in session: FamilySession) async throws -> TaskDraft {
        let parsed = try ParsedTask(words, from: session.queries.viewpoint)
        var draft = try await fields.joined(with: parsed).draft(parsed, in: session)
        draft.items = parsed.values(.items, and: items)
        draft.values.merge(try extensions.joined(with: parsed).assignments.draft(of: .task, in: session)) { $1 }
        return draft
    }

    /// Adds the tasks atomically, as one commit. If the disk fails, the error says whether they were added.
    private func add(_ tasks: TaskImport, in session: FamilySession) async throws -> [DocumentID] {
        let made = Mutex<[DocumentID]>([])
        do {
            return try await session.write(command: "add") { transaction in
                let ids = try tasks.add(to: transaction)
                made.withLock { $0 = ids }
                return ids
            }.result
        } catch let error as ReplicaError where [.diskFull, .inputOutput, .permission].contains(error.code) {
            let first = made.withLock { $0.first }.flatMap { DocumentPath(kind: .task, id: $0) }
            let isIn = try? await session.replica.read { reader in try first.map { try reader.bytes(at: $0) != nil } }
            let words =
                switch isIn ?? nil {
                case true: "all tasks were added"
                case false: "none of the tasks was added"
                case nil: "all tasks were added, or none: 'hometask list' shows which"
                }
            throw ReplicaError(error.code, "\(error.message); \(words)", hint: error.hint)
        }
    }

    private func addLines(in session: FamilySession) async throws {
        guard words.isEmpty else {
            throw UsageError(
                "--stdin reads the titles from standard input, but words were given too",
                hint: "Leave out one of them.")
        }
        guard fields.descriptionFile != "-" else {
            throw UsageError(
                "standard input cannot be both the titles and the description", hint: "Leave out one of them.")
        }
        let tasks = try await TaskImport.reading { try await draft($0, in: session) }
        let added = try await WorkingLine.during("Adding \(SyncFormatter.count(tasks.count, "task"))") {
            try await add(tasks, in: session)
        }
        if showing.json {
            try await session.tasks.print(added)
        } else {
            try session.output.say("Added \(SyncFormatter.count(tasks.count, "task")).")
        }
        if tasks.haveReminders {
            try await session.report.afterChange { try await session.report.remarkIneffectiveReminders(of: added) }
        }
    }
}
