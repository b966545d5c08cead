// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime

/// `hometask edit`: changes fields of tasks, by options or in an editor.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", _superCommandName: "hometask",
        abstract: "Change tasks, by options or in your editor.",
        discussion: """
            Options, and words such as +TAG, @MEMBER and FIELD:VALUE (due:fri, points:5, category:none), change fields of \
            one task, of several, or, with --where, of all tasks that match a query. Without any of these, the whole task \
            opens in the editor named by VISUAL or EDITOR; fields that you do not change there keep what others write to \
            them in the meantime.

            '--for mia' assigns it to Mia alone; '--for +mia', or @mia, adds her, and '--for -mia' removes her.

            For a recurring task, only this occurrence is changed; with --series, this one and all later ones are. \
            '--every none' ends the recurrence.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var selection: TaskSelectionOptions

    @Option(help: "The new title.")
    var title: String?

    @Flag(help: "Change all later occurrences of a recurring task too.")
    var series = false

    @OptionGroup var fields: TaskFieldOptions
    @OptionGroup var removals: TaskRemovalOptions
    @OptionGroup var extensions: ExtensionChangeOptions

    @Option(
        help: ArgumentHelp(
            "Read fields and description from this file, written as in the editor; - for standard input. Fields that it leaves out are kept.",
            valueName: "file"))
    var from: String?

    // Otherwise the parser would remove `--`, after which every word is part of the title.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Numbers, ranges, #ids, or words of one title.", valueName: "references"))
    var words: [String] = []

    /// Returns the command with the fields from its words added to the options.
    private func joined(with parsed: ParsedTask) throws -> EditCommand {
        guard parsed.values(.items).isEmpty else {
            throw UsageError(
                "‘item:’ is for new tasks", hint: "'hometask item' changes the checklist of an existing task.")
        }
        guard !parsed.clears(.tags) else {
            throw UsageError("‘tag:none’ is for new tasks", hint: "Name the tags to remove: --untag TAG.")
        }
        var command = self
        command.title = try parsed.value(.title, or: title)
        command.fields = try fields.joined(with: parsed)
        command.removals = removals.joined(with: parsed)
        command.extensions.added = extensions.added + parsed.extensions
        try command.removals.requireConsistency(with: command.fields)
        return command
    }

    func run() async throws {
        if let option = ParsedTask.option(in: words) {
            throw UsageError.unknownOption(option, of: "edit", type: Self.self, wordsAre: "the title")
        }
        let session = try await FamilySession.open(global)
        let parsed = try ParsedTask(words, from: session.queries.viewpoint)
        do {
            try await joined(with: parsed).run(parsed, in: session)
        } catch let error as ReplicaError where error.code == .notFound {
            guard let date = TitleHints.remainder(parsed.titleWords, parsed, options: fields, in: session) else {
                throw error
            }
            throw ReplicaError(
                error.code, error.message,
                hint: "‘\(date.text)’ was read as part of the title; as a field it is written \(date.written).")
        }
        if !showing.json, let title = try parsed.value(.title, or: title) {
            for hint in TitleHints.hints([title], options: fields, in: session) {
                session.output.remark("hint: \(hint)")
            }
        }
    }

    private func run(_ parsed: ParsedTask, in session: FamilySession) async throws {
        let references = parsed.titleWords
        let change = try await taskChange(parsed, in: session)
        let givesChange = !change.isEmpty || fields.sets(.within) || removals.namesTasksBefore
        if from != nil, givesChange {
            throw UsageError(
                "--from reads all fields from the file, but options were given too", hint: "Leave out one of them.")
        }
        if givesChange { return try await apply(change, to: references, in: session) }
        guard selection.query == nil else {
            throw UsageError(
                "--where selects tasks, but no change was given",
                hint: "Use options such as --tag, --due or --priority: 'hometask help edit' lists them.")
        }
        let task = try await session.tasks.findOne(references)
        let editing = try await TaskEditing(task.id, isOfSeries: series, in: session)
        let changed: [FieldName]
        if let from {
            changed = try await editing.changeFromFile(
                from == "-" ? from : session.environment.absolute(from), removesFile: false)
        } else {
            changed = try await editing.edit()
        }
        if changed.contains("reminders") || changed.contains("nag") {
            try await session.report.remarkIneffectiveReminders(of: [task.id])
        }
        if showing.json { return try await session.tasks.print([task.id]) }
        let title = changed.contains("title") ? try await session.tasks.findOne(task.id).title : task.title
        try session.output.say(Self.sentence(title, changed))
    }

    private func apply(_ change: TaskChange, to references: [String], in session: FamilySession) async throws {
        guard let tasks = try await selection.tasks(references, in: session, verb: "Change") else {
            return try session.output.say("Nothing was changed.")
        }
        if series, change.values["repeat"] == nil, let single = tasks.first(where: { $0.rule == nil }) {
            throw UsageError("‘\(single.title)’ does not recur, so it has no series", hint: "Leave out --series.")
        }
        if title != nil, tasks.count > 1 {
            throw UsageError(
                "--title is for one task, but \(tasks.count) were named", hint: "Rename one task at a time.")
        }
        var change = change
        change.removedAfter = try await removals.tasksBefore(tasks, in: session)
        let changes = try tasks.map { [change] in try moved($0, change) }
        let written = try await session.write(command: "edit") { transaction in
            try zip(tasks, changes).map { task, change -> (task: TaskRecord, fields: [FieldName]) in
                let fields = try transaction.tasks.edit(task.id, by: change)
                return (task: try transaction.tasks.record(task.id), fields: fields)
            }
        }
        session.report.remarkSkippedPeriods(of: written.result.filter { $0.fields.contains("repeat") }.map(\.task))
        if showing.json {
            try await session.tasks.print(tasks.map(\.id))
        } else {
            for (task, changed) in written.result {
                try session.output.say(Self.sentence(task.title, changed) + Self.values(of: task, changed, in: session))
            }
        }
        if fields.setReminders {
            try await session.report.afterChange {
                try await session.report.remarkIneffectiveReminders(of: tasks.map(\.id))
            }
        }
        if showing.json { return }
        let changed = written.result.count { !$0.fields.isEmpty }
        try selection.reportCount(tasks.count, changed: changed, in: session)
    }

    /// Returns the change, with `--within` applied to the task's own pin if `--at` was not given.
    private func moved(_ task: TaskRecord, _ change: TaskChange) throws -> TaskChange {
        guard let within = fields.value(.within), !fields.sets(.pin) else { return change }
        guard let pin = task.place?.pin, !removals.clears(.pin) else {
            throw UsageError("--within needs a pin, but ‘\(task.title)’ has none", hint: "Name it with --at PIN.")
        }
        var change = change
        change.values["place"] = Place(pin: pin, within: try Distance.metres(within)).json
        return change
    }

    /// Returns the changed assignees and due date of a task. The user may have typed the date in words, so the result
    /// is shown.
    private static func values(of task: TaskRecord, _ changed: [FieldName], in session: FamilySession) -> String {
        var words = ""
        if changed.contains("assignees") {
            let names = TaskLine.members(task, in: session)
            words += names.isEmpty ? ", for nobody" : ", for \(names)"
        }
        if changed.contains("due") {
            words += task.due.map { ", due \(TaskLine.due($0, in: session))" } ?? ", without a due date"
        }
        return words
    }

    /// Formats a sentence such as `Changed the due date, tags and noise.level: Buy milk`: the fields of plugins come
    /// last, without an article.
    private static func sentence(_ title: String, _ changed: [FieldName]) -> String {
        if changed.isEmpty { return "Nothing to change: \(title)" }
        let (own, added) = (changed.filter { $0.extensionPath == nil }, changed.filter { $0.extensionPath != nil })
        let names = (own + added).map { TaskField.title(of: $0) }
        return "Changed \(own.isEmpty ? "" : "the ")\(names.list(with: "and")): \(title)"
    }

    private func taskChange(_ parsed: ParsedTask, in session: FamilySession) async throws -> TaskChange {
        var change = try await removals.taskChange(in: session)
        if let title {
            guard !title.allSatisfy(\.isWhitespace) else {
                throw UsageError("the title is empty", hint: "To delete the task, use 'hometask delete'.")
            }
            change.values["title"] = .string(title)
        }
        change.isOfSeries = series
        try await fields.apply(to: &change, parsed, in: session)
        let extensions = try extensions.fieldChange(of: .task, in: session)
        change.values.merge(extensions.values) { $1 }
        change.elements.merge(extensions.elements) { $1 }
        return change
    }
}
