// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// A task's sheet for the terminal.
struct TaskSheetRenderer {
    private let session: FamilySession
    private let words: TaskValueFormatter

    init(_ session: FamilySession, _ words: TaskValueFormatter) {
        self.session = session
        self.words = words
    }

    func lines(_ sheet: TaskSheet) -> [String] {
        heading(sheet) + fields(sheet) + description(sheet.task)
            + ItemRenderer.lines(Checklist(sheet.task), width: width, mode: mode)
            + photos(sheet) + sheet.notes.flatMap(noteRow) + CommentBlock(session).lines(sheet.comments)
            + conflicts(sheet) + remarks(sheet)
    }

    private func heading(_ sheet: TaskSheet) -> [String] {
        let task = sheet.task
        let mark = task.isOpen ? Style.red.applied(to: "○", in: mode) : Style.green.applied(to: "✔", in: mode)
        let style = task.isOpen ? Style.bold : Style.bold.union(.strikethrough)
        let title = TextWidth.wrapped(EscapedText.safe(task.title), to: width - 2)
        return title.enumerated().map { ($0.offset == 0 ? "\(mark) " : "  ") + style.applied(to: $0.element, in: mode) }
    }

    /// Returns the name of a category; for one in the trash, with the command that restores it.
    private static func name(of category: CategoryRecord) -> String {
        guard category.isDeleted else { return category.name }
        let command = "hometask category restore \(ShellQuoting.quoted(EscapedText.safe(category.name)))"
        return "\(category.name) (deleted: '\(command)' restores it)"
    }

    private func fields(_ sheet: TaskSheet) -> [String] {
        let task = sheet.task
        let category = task.category.map { session.directory.categories[$0] }
        var block = FieldBlock()
        func add(_ label: String, _ value: String?, style: Style = .plain) {
            if let value, !value.isEmpty { block.add(label, value, style: style) }
        }
        add("Number", sheet.number.map { "\($0)" })
        add(
            "Due", task.isOpen ? TaskLine.when(task, in: session) : task.due.map { TaskLine.due($0, in: session) },
            style: TaskLine.isOverdue(task, in: session) ? .red : .plain
        )
        add("Recurs", task.rule.map { session.rules.words(for: $0) })
        add(
            "This once",
            task.series.filter { $0.clock == nil }.map { TaskField.title(of: $0.field) }.joined(separator: ", "))
        add(
            "Hidden", task.wait.map { "until \(TaskLine.due($0, in: session))" },
            style: isWaiting(task) ? .yellow : .dim)
        add("Reminders", task.reminders.map { ReminderFormatter.words($0, session.dates) })
        add("Nags", task.nag.map { "every \($0.words), from when it is due until it is done" })
        add(
            "Snoozed", task.snooze.flatMap { $0 > session.now ? "until \(session.dates.instant($0))" : nil },
            style: .yellow)
        add("After", Self.titles(sheet.neighbours.before), style: sheet.neighbours.isBlocked ? .yellow : .plain)
        add("Before", Self.titles(sheet.neighbours.behind))
        add("Ring", ring(sheet.neighbours.ring), style: .yellow)
        add("For", task.assignees.map { session.directory.name(of: $0) }.joined(separator: ", "))
        let place = category.map { $0.map { Self.name(of: $0) } ?? "one that no longer exists" }
        add("Category", place, style: category??.color.map { .rgb($0) } ?? .plain)
        add("Tags", task.tags.map { "+\($0)" }.joined(separator: " "))
        add("Priority", task.priority?.rawValue)
        add("Points", task.points.map { "\($0)" })
        for flag in TaskField.flags where flag != .approval { add(Self.label(of: flag), words.flag(flag, of: task)) }
        for field in TaskField.all {
            add(Self.label(of: field), task.values[field].map { words.value($0, of: field.key) })
        }
        add("Where", task.place.map { words.place($0) })
        for line in ExtensionFieldFormatter(session).lines(task.extensions) { add(line.label, line.value) }
        let isUnsettled = task.awaitsApproval || task.rejection != nil
        add(
            "Approval", VerdictFormatter(session).approval(of: task, sheet.signature),
            style: isUnsettled ? .yellow : .plain)
        add("Done", task.completion.map { words.event(at: $0.at, by: $0.by) }, style: .green)
        add("Deleted", task.deletedAt.map { session.dates.instant($0) }, style: .red)
        add("Since", task.since.map { session.dates.instant($0) })
        add("Added", words.event(at: task.createdAt, by: task.createdBy))
        add("Id", task.id.description, style: .dim)
        return block.lines(width: width, mode: mode)
    }

    /// Returns the name of a field, with a capital.
    private static func label(of field: TaskField) -> String {
        field.name.prefix(1).uppercased() + field.name.dropFirst()
    }

    private func isWaiting(_ task: TaskRecord) -> Bool { task.isWaiting(at: session.now, in: session.zone) }

    /// Titles; those of done tasks with a tick.
    private static func titles(_ tasks: [TaskRecord]) -> String {
        tasks.map { $0.isOpen ? $0.title : "✔ \($0.title)" }.joined(separator: ", ")
    }

    private func ring(_ tasks: [TaskRecord]) -> String? {
        tasks.isEmpty ? nil : "it and \(Self.titles(tasks)) come after each other, so it does not wait for them"
    }

    private func description(_ task: TaskRecord) -> [String] {
        task.description.isEmpty ? [] : [""] + wrapped(task.description.joined(separator: "\n"))
    }

    /// Returns the photos, one per line; if a photo is required and there is none, how to attach one.
    private func photos(_ sheet: TaskSheet) -> [String] {
        let task = sheet.task
        if sheet.photos.isEmpty, task.needsPhoto, task.isOpen, !task.isDeleted {
            let name = sheet.number.map { "\($0)" } ?? "'#\(task.id.description.prefix(8))'"
            let command = ShellQuoting.quotedCommand("hometask done \(name) --photo FILE")
            return [""] + wrapped("Attach a photo: \(command)")
        }
        return sheet.photos.flatMap { photo in
            let author = words.event(at: photo.createdAt, by: photo.createdBy)
            let place = photo.location.map { PhotoBlock.words($0, in: session) }
            let heading = "Photo: " + [photo.name, author, place].compactMap(\.self).joined(separator: " · ")
            let objection = sheet.objections[photo.id].map {
                wrapped("Not accepted as proof: \($0.reason(isImperial: session.settings.isImperial))").map {
                    Style.yellow.applied(to: $0, in: mode)
                }
            }
            return [""] + wrapped(heading).map { Style.dim.applied(to: $0, in: mode) } + (objection ?? [])
        }
    }

    private func noteRow(_ note: NoteRecord) -> [String] {
        let author = words.event(at: note.createdAt, by: note.createdBy)
        let heading =
            "Note: " + [note.title, author].compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: " · ")
        return [""] + wrapped(heading).map { Style.dim.applied(to: $0, in: mode) }
            + wrapped((note.text + note.items.map { "\($0.isDone ? "✔" : "○") \($0.text)" }).joined(separator: "\n"))
    }

    private func conflicts(_ sheet: TaskSheet) -> [String] {
        guard let first = sheet.conflicts.first, let path = DocumentPath(kind: .task, id: sheet.task.id) else {
            return []
        }
        let document = ConflictedDocument(
            path: path, name: sheet.task.title, conflicts: sheet.conflicts, items: sheet.task.items)
        let number = sheet.number.map { [sheet.task.id: $0] } ?? [:]
        let page = ConflictRenderer([document], number, in: session)
        let heading = Style.yellow.applied(to: "Conflicting edits", in: mode)
        return ["", heading] + sheet.conflicts.flatMap { page.lines(of: $0, in: document) }
            + ["Choose with: \(page.command(for: first, of: document, taking: 1))"]
    }

    private func remarks(_ sheet: TaskSheet) -> [String] {
        switch sheet.handEdit {
        case nil: []
        case .changed, .changedSince:
            [""] + wrapped("Its file was edited by hand; the edit is not yet recorded.")
        case .removed: [""] + wrapped("Its file was removed by hand; the removal is not yet recorded.")
        case .unreadable(let reason): [""] + wrapped("Its file was edited by hand and cannot be read: \(reason)")
        }
    }

    private var width: Int { session.output.width }

    private var mode: ColorMode { session.output.mode }

    private func wrapped(_ text: String) -> [String] {
        TextWidth.wrapped(EscapedText.safe(text, keepsLines: true), to: width - 2)
    }
}
