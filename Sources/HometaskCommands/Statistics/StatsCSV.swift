// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMarkup
import HometaskQueries
import HometaskTerminal
import HometaskTime

/// Statistics as a table of comma-separated values (RFC 4180): a line for each combination of period, member and
/// category with done tasks, below a line with the names of the columns.
struct StatsCSV {
    /// The whole table; each line ends in CR LF.
    let text: String

    static let columns = [
        "from", "to", "member_id", "member", "category_id", "category", "done", "due", "on_time", "points", "timed",
        "seconds",
    ]

    init(_ statistics: Statistics, _ request: StatisticsRequest) {
        let words = StatsFormatter(request)
        let rows = statistics.periods.flatMap { period in
            period.cells.map { cell in
                [
                    period.first.description, period.last.description, Self.id(cell.member),
                    cell.member == .none ? "" : FormulaGuard.defused(words.name(ofMember: cell.member)),
                    Self.id(cell.category),
                    cell.category == .none ? "" : FormulaGuard.defused(words.name(ofCategory: cell.category)),
                ]
                    + [
                        cell.done.count, cell.done.dueCount, cell.done.onTimeCount, cell.done.points,
                        cell.done.timedCount, Int(cell.done.seconds),
                    ].map { String($0) }
            }
        }
        text = ([Self.columns] + rows).map { $0.map(Self.field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func id(_ subject: Statistics.Subject) -> String {
        if case .known(let id) = subject { id.description } else { "" }
    }

    /// Returns a field, in quotes if it contains a comma, a quote or a line end; quotes within it are doubled.
    static func field(_ text: String) -> String {
        let safe = EscapedText.safe(text)
        guard safe.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return safe }
        // By Unicode scalars: a quote that is followed by a combining accent is still a quote to a CSV reader.
        let doubled = safe.unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
            if scalar == "\"" { result.append(scalar) }
            result.append(scalar)
        }
        return "\"\(String(doubled))\""
    }
}
