// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// Formats log entries, grouped by the day on which they happened.
struct LogFormatter {
    private let session: FamilySession
    private static let mostDeeds = 12

    init(_ session: FamilySession) {
        self.session = session
    }

    func lines(_ entries: [HistoryEntry]) -> [String] {
        var lines: [String] = []
        var day: CivilDate?
        for entry in entries {
            let civil = session.zone.civil(at: entry.time)
            if civil.date != day {
                if day != nil { lines.append("") }
                lines.append(Style.bold.applied(to: session.dates.day(civil.date), in: session.output.mode))
                day = civil.date
            }
            lines += linesOf(entry, at: civil.time)
        }
        return lines
    }

    private func linesOf(_ entry: HistoryEntry, at time: TimeOfDay) -> [String] {
        let deeds = entry.deeds
        var texts = deeds.isEmpty ? [entry.subject] : deeds.prefix(Self.mostDeeds).map { "\(entry.author) \($0)" }
        if !entry.isOurs { texts[0] += " (\(entry.author), with git)" }
        if deeds.count > texts.count { texts.append("… and \(entry.deedCount - texts.count) more") }
        return texts.enumerated().flatMap { index, text in
            wrapped(text).enumerated().map { line, part in
                let clock = index == 0 && line == 0 ? time.hourAndMinute : "     "
                return "  " + Style.dim.applied(to: clock, in: session.output.mode) + "  " + part
            }
        }
    }

    private func wrapped(_ text: String) -> [String] {
        TextWidth.wrapped(EscapedText.safe(text), to: session.output.width - 9)
    }
}
