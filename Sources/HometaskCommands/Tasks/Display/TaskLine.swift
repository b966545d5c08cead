// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTerminal
import HometaskTime

/// A task as a row of a list.
enum TaskLine {
    /// Returns an empty table for rows of tasks. A narrow terminal gets fewer columns, because the title and the due
    /// date matter most.
    static func table(in session: FamilySession) -> Table {
        let columns = [
            Column(alignment: .right, minimum: 6), Column(minimum: 1), Column(minimum: 18),
            Column(minimum: 10), Column(minimum: 6, shrinks: true), Column(minimum: 6, shrinks: true),
            Column(minimum: 6, shrinks: true),
        ]
        let count =
            switch session.output.width {
            case ..<48: 4
            case ..<56: 5
            case ..<64: 6
            default: 7
            }
        return Table(columns: Array(columns.prefix(count)))
    }

    /// Returns the number, a green tick or a circle, which is red for an overdue task, the title, the due date, the
    /// assignees, the category, and the rest. For a done task: when it was done, and by whom.
    static func cells(
        _ task: TaskRecord, number: Int?, isBlocked: Bool, in session: FamilySession
    ) -> [Cell] {
        let directory = session.directory
        let category = directory.shownCategory(task)
        let names = task.completion.map { $0.by.map { directory.name(of: $0) } ?? "" } ?? members(task, in: session)
        let deadline = deadline(of: task, in: session)
        let isOverdue = deadline.map { $0 < session.now } ?? false
        let mark = task.isOpen ? Cell("○", style: isOverdue ? .red : .plain) : Cell("✔", style: .green)
        let title = task.hasConflict ? "(!) \(task.title)" : task.title
        return [
            Cell(number.map { "\($0)" } ?? "", style: .dim), mark,
            Cell(title, style: task.isOpen ? isBlocked ? .dim : .plain : Style.strikethrough.union(.dim)),
            Cell(
                when(task, isOverdue: isOverdue, isShort: session.output.width <= 80, in: session),
                style: dueStyle(deadline, in: session)),
            Cell(names), Cell(category?.name ?? "", style: category?.color.map { Style.rgb($0) } ?? .plain),
            Cell(extras(task, isBlocked: isBlocked, in: session), style: .dim),
        ]
    }

    /// Returns the lines of a table with a row for each task.
    static func lines(
        _ tasks: [TaskRecord], in session: FamilySession, cells: @escaping @Sendable (TaskRecord) -> [Cell]
    ) -> [String] {
        var table = table(in: session)
        table.add(rowsOf: tasks, cells: cells)
        return table.lines(width: session.output.width, mode: session.output.mode)
    }

    /// Returns the names of the assignees in their order, separated by commas.
    static func members(_ task: TaskRecord, in session: FamilySession) -> String {
        task.assignees.map { session.directory.name(of: $0) }.sorted { $0.lowercased() < $1.lowercased() }
            .joined(separator: ", ")
    }

    /// Returns an explanation of the mark for conflicts; nil if no task has one.
    static func conflictHint(_ tasks: [TaskRecord], in session: FamilySession) -> String? {
        guard tasks.contains(where: \.hasConflict) else { return nil }
        let hint = "(!) has conflicting edits: 'hometask conflicts' shows them."
        return Style.yellow.applied(to: TextWidth.truncated(hint, to: session.output.width), in: session.output.mode)
    }

    static func due(_ due: Due, in session: FamilySession) -> String { session.dates.due(moment(due)) }

    /// Returns the due date of an open task and for how long it has been overdue, or the time when a task was done.
    static func when(_ task: TaskRecord, in session: FamilySession) -> String {
        when(task, isOverdue: isOverdue(task, in: session), isShort: false, in: session)
    }

    private static func when(
        _ task: TaskRecord, isOverdue: Bool, isShort: Bool, in session: FamilySession
    ) -> String {
        if let completion = task.completion { return session.dates.ago(completion.at) }
        guard let due = task.due else { return "" }
        return isOverdue ? session.dates.overdue(moment(due), isShort: isShort) : session.dates.due(moment(due))
    }

    private static func moment(_ due: Due) -> Moment {
        switch due {
        case .day(let date): .day(date)
        case .instant(let at, _): .instant(at)
        }
    }

    static func isOverdue(_ task: TaskRecord, in session: FamilySession) -> Bool {
        deadline(of: task, in: session).map { $0 < session.now } ?? false
    }

    /// Returns when an open task becomes overdue; nil if it never does.
    private static func deadline(of task: TaskRecord, in session: FamilySession) -> Timestamp? {
        task.isOpen ? task.due?.deadline(in: session.zone) : nil
    }

    private static func dueStyle(_ deadline: Timestamp?, in session: FamilySession) -> Style {
        guard let deadline else { return .dim }
        if deadline < session.now { return .red }
        return deadline.seconds - session.now.seconds < 86_400 ? .yellow : .plain
    }

    private static func extras(_ task: TaskRecord, isBlocked: Bool, in session: FamilySession) -> String {
        var words = task.tags.map { "+\($0)" }
        if let wait = task.wait, task.isWaiting(at: session.now, in: session.zone) {
            words.insert("until \(due(wait, in: session))", at: 0)
        }
        if isBlocked { words.insert("blocked", at: 0) }
        if let priority = task.priority { words.insert("!\(priority.rawValue)", at: 0) }
        if let progress = task.progress { words.insert(progress, at: 0) }
        if let rule = task.rule { words.append(session.rules.words(for: rule)) }
        if let points = task.points { words.append("\(points) pt") }
        if task.needsPhoto { words.append("photo") }
        if task.awaitsApproval { words.insert("to approve", at: 0) }
        if task.rejection != nil { words.insert("rejected", at: 0) }
        return words.joined(separator: " ")
    }
}
