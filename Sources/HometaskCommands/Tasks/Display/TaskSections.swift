// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskSystem
import HometaskTerminal
import HometaskTime

/// Divides a list of tasks into sections with headings, by due date.
struct TaskSections: Sendable {
    /// A section of a list.
    enum Section: Int, CaseIterable, Sendable {
        case overdue, today, week, later, noDate, done

        var heading: String {
            switch self {
            case .overdue: "Overdue"
            case .today: "Today"
            case .week: "This week"
            case .later: "Later"
            case .noDate: "No date"
            case .done: "Done"
            }
        }
    }

    private let session: FamilySession
    private let today: CivilDate
    private let endOfWeek: CivilDate

    init(_ session: FamilySession) {
        self.session = session
        today = session.zone.civil(at: session.now).date
        let first = session.settings.weekStart.rawValue
        endOfWeek = today.adding(days: 6 - (today.weekday.rawValue - first + 7) % 7)
    }

    /// Returns the section that a task belongs to.
    func section(of task: TaskRecord) -> Section {
        guard task.isOpen else { return .done }
        guard let due = task.due else { return .noDate }
        if TaskLine.isOverdue(task, in: session) { return .overdue }
        let date: CivilDate =
            switch due {
            case .day(let date): date
            case .instant(let at, _): session.zone.civil(at: at).date
            }
        return date <= today ? .today : date <= endOfWeek ? .week : .later
    }

    /// Returns the lines of a table with a row for each task and a heading above each section; without headings if no
    /// task has a date.
    ///
    /// - Parameter cells: the cells of a task's row; called on any thread.
    func lines(_ tasks: [TaskRecord], _ cells: @escaping @Sendable (TaskRecord) -> [Cell]) -> [String] {
        let found = ParallelMap.map(tasks, least: ParallelMap.many) { section(of: $0) }
        let parts = Dictionary(grouping: tasks.indices) { found[$0] }
        let sections = Section.allCases.filter { parts[$0] != nil }
        let hasHeadings = sections.contains { $0 != .noDate && $0 != .done }
        var table = TaskLine.table(in: session)
        table.add(rowsOf: tasks, inOrder: sections.flatMap { parts[$0] ?? [] }, cells: cells)
        var lines = table.lines(width: session.output.width, mode: session.output.mode)[...]
        guard hasHeadings else { return Array(lines) }
        return sections.flatMap { section in
            let count = parts[section]?.count ?? 0
            defer { lines = lines.dropFirst(count) }
            return [Self.heading(section.heading, in: session)] + lines.prefix(count)
        }
    }

    static func heading(_ text: String, in session: FamilySession) -> String {
        Style.bold.applied(to: text, in: session.output.mode)
    }
}
