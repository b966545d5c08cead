// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskTerminal

/// Renders statistics for the terminal.
struct StatsRenderer {
    private let statistics: Statistics
    private let request: StatisticsRequest
    private let words: StatsFormatter
    private let output: Output
    private let family: String

    /// A shorter bar shows less than the number beside it.
    private static let shortestBar = 4
    private static let longestBar = 60
    /// With fewer columns, there is only room for the numbers of tasks and points.
    private static let narrow = 56

    init(_ statistics: Statistics, _ request: StatisticsRequest, in session: FamilySession) {
        self.statistics = statistics
        self.request = request
        words = StatsFormatter(request)
        output = session.output
        family = session.directory.family?.name ?? "The family"
    }

    var lines: [String] {
        let isEmpty = statistics.openCount == 0 && statistics.done.count == 0
        if isEmpty, words.scope.isEmpty {
            return wrapped("There are no tasks yet: 'hometask add' adds one.")
        }
        var sections = [heading]
        if isEmpty {
            sections.append(wrapped("No tasks match: 'hometask stats' alone counts everything."))
            return sections.flatMap(\.self)
        }
        sections.append(members)
        if !statistics.categories.isEmpty { sections.append(categories) }
        if statistics.periods.contains(where: { $0.done.count > 0 }) { sections.append(periods) }
        sections.append(sentences)
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private var heading: [String] {
        let scope = words.scope.isEmpty ? "" : " (\(words.scope))"
        return wrapped("\(family): \(statistics.openCount) open, \(statistics.done.count) done\(scope)", .bold)
    }

    private var sentences: [String] {
        let done = statistics.done
        var sentences: [String] = []
        if let rate = done.onTimeRate {
            sentences.append(
                "On time: \(StatsFormatter.percent(rate)) (\(done.onTimeCount) of \(done.dueCount) that had a due date)."
            )
        }
        if let mean = done.meanSeconds, let half = done.halfWithin {
            let within = StatsFormatter.words(half).map { "half within \($0)" } ?? "half after more than a year"
            sentences.append("Done after they were added: \(within), \(StatsFormatter.length(mean)) on average.")
        }
        return sentences.flatMap { wrapped($0) }
    }

    private func wrapped(_ text: String, _ style: Style = .plain) -> [String] {
        TextWidth.wrapped(EscapedText.safe(text), to: output.width).map { style.applied(to: $0, in: output.mode) }
    }

    // MARK: Tables

    private var isNarrow: Bool { output.width < Self.narrow }

    private func number(_ title: String) -> Column { Column(title: title, alignment: .right, minimum: 3) }

    private var members: [String] {
        let hasPoints = statistics.members.contains { $0.done.points > 0 }
        var columns = [
            Column(alignment: .right, minimum: 3), Column(title: "Member", minimum: 6, shrinks: true), number("Open"),
            number("Done"),
        ]
        let most = statistics.members.map(\.done.count).max() ?? 0
        return table(columns: &columns, hasPoints: hasPoints, isOfMembers: true) { barWidth in
            statistics.members.map { group in
                let style = words.color(ofMember: group.subject).map { Style.rgb($0) } ?? .plain
                let rank = statistics.rank(of: group).map { "\($0)." } ?? ""
                return [Cell(rank, style: .dim), Cell(words.name(ofMember: group.subject), style: style)]
                    + cells(
                        group, bar: Bar.text(group.done.count, of: most, columns: barWidth), style: style,
                        hasPoints: hasPoints)
                    + streak(group)
            }
        }
    }

    private var categories: [String] {
        let hasPoints = statistics.categories.contains { $0.done.points > 0 }
        var columns = [Column(title: "Category", minimum: 6, shrinks: true), number("Open"), number("Done")]
        let most = statistics.categories.map(\.done.count).max() ?? 0
        return table(columns: &columns, hasPoints: hasPoints, isOfMembers: false) { barWidth in
            statistics.categories.map { group in
                let style = words.color(ofCategory: group.subject).map { Style.rgb($0) } ?? .plain
                return [Cell(words.name(ofCategory: group.subject), style: style)]
                    + cells(
                        group, bar: Bar.text(group.done.count, of: most, columns: barWidth), style: style,
                        hasPoints: hasPoints)
            }
        }
    }

    private func cells(_ group: Statistics.Group, bar: String, style: Style, hasPoints: Bool) -> [Cell] {
        var cells = [Cell("\(group.openCount)"), Cell("\(group.done.count)")]
        if !isNarrow { cells.append(Cell(bar, style: style)) }
        if hasPoints { cells.append(Cell("\(group.done.points)")) }
        if !isNarrow { cells.append(Cell(StatsFormatter.percent(group.done.onTimeRate))) }
        return cells
    }

    private func streak(_ group: Statistics.Group) -> [Cell] {
        guard !isNarrow else { return [] }
        return [Cell(group.streak.map { "\($0.current)" } ?? ""), Cell(group.streak.map { "\($0.longest)" } ?? "")]
    }

    /// Returns a table with bars after its numbers if there is room.
    private func table(
        columns: inout [Column], hasPoints: Bool, isOfMembers: Bool, rows: (Int) -> [[Cell]]
    ) -> [String] {
        if !isNarrow { columns.append(Column(minimum: Self.shortestBar)) }
        if hasPoints { columns.append(number("Points")) }
        if !isNarrow { columns.append(number("On time")) }
        if !isNarrow, isOfMembers { columns += [number("Streak"), number("Longest")] }
        return fitted(columns, rows)
    }

    /// Returns a table whose bars fill the width left by the other columns.
    private func fitted(_ columns: [Column], _ rows: (Int) -> [[Cell]]) -> [String] {
        func lines(_ barWidth: Int, _ width: Int, mode: ColorMode) -> [String] {
            var table = Table(columns: columns)
            for row in rows(barWidth) { table.add(row) }
            return table.lines(width: width, mode: mode)
        }
        let bare = lines(0, 10_000, mode: .none).map { TextWidth.columns($0) }.max() ?? 0
        let room = min(output.drawingWidth - bare - 2, Self.longestBar)
        return lines(room < Self.shortestBar ? 0 : room, output.width, mode: output.mode)
    }

    private var periods: [String] {
        let columns = [Column(title: words.periodTitle, alignment: .right), number("Done"), Column()]
        let most = statistics.periods.map(\.done.count).max() ?? 0
        let color =
            request.category.flatMap { words.color(ofCategory: .known($0)) }
            ?? request.member.flatMap { words.color(ofMember: .known(request.directory.current($0))) }
        let style = color.map { Style.rgb($0) } ?? .plain
        return fitted(columns) { barWidth in
            statistics.periods.map { period in
                [
                    Cell(words.name(of: period)), Cell("\(period.done.count)"),
                    Cell(Bar.text(period.done.count, of: most, columns: barWidth), style: style),
                ]
            }
        }
    }
}
