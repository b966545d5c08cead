// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReminders
import HometaskTerminal
import HometaskTime

/// `hometask remind list`: the reminders that this device will send.
struct RemindListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the reminders that this device will send next.",
        discussion: "With --all, also shows reminders that it sends only if another device does not.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Include those that another device should send.")
    var all = false

    @Option(help: ArgumentHelp("Show at most this many; 20 by default.", valueName: "count"))
    var limit = 20

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit should be at least 1, but is \(limit)") }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let run = ReminderRun(session, isUnattended: false, isJSON: showing.json)
        let schedule = try await run.makeSchedule(try await LedgerStore.peek(session)).schedule
        let all = reminders(of: schedule)
        let shown = Array(all.prefix(limit))
        if showing.json {
            return try session.output.print(
                .array(
                    shown.map { message, time in
                        var object = message.json
                        object["at"] = .string(time.rfc3339)
                        return .object(object)
                    }))
        }
        guard !shown.isEmpty else { return try session.output.say("There are no upcoming reminders.") }
        var lines = ReminderTable.lines(shown, in: session)
        if shown.count < all.count {
            let rest = "… and \(all.count - shown.count) after that: --limit shows more."
            lines.append(Style.dim.applied(to: rest, in: session.output.mode))
        }
        try session.output.print(lines)
    }

    /// Returns the reminders that are due now or later. Reminders that fall due at the same time and give the same
    /// message are listed once.
    private func reminders(of schedule: ReminderSchedule) -> [(message: ReminderMessage, time: Timestamp)] {
        var found = (schedule.deliveries + schedule.paused).map { (message: $0.message, time: $0.message.instant) }
        var seen = Set(found.map { Row($0.message, $0.time) })
        for reminder in schedule.upcoming where all || reminder.failoverRank == 0 {
            let message = reminder.message
            if seen.insert(Row(message, reminder.due)).inserted { found.append((message: message, time: reminder.due)) }
        }
        return found
    }

    /// The values that identify a message in the list.
    private struct Row: Hashable {
        let time: Timestamp
        let ids: [DocumentID?]
        let channel: [String?]

        init(_ message: ReminderMessage, _ time: Timestamp) {
            self.time = time
            ids = [message.task, message.member]
            channel = [message.channel, message.address]
        }
    }
}

/// Reminders as rows: the time, the member, the channel and the title.
enum ReminderTable {
    static func lines(
        _ reminders: [(message: ReminderMessage, time: Timestamp)], in session: FamilySession
    ) -> [String] {
        let rows = reminders.map { message, time in
            [
                Cell(time <= session.now ? "now" : session.dates.instant(time)), Cell(message.memberName),
                Cell([message.channel, message.address].compactMap { $0 }.joined(separator: " "), style: .dim),
                Cell(message.title, style: .bold),
            ]
        }
        if session.output.width < narrow { return rows.flatMap { blocks($0, in: session) } }
        var table = Table(columns: [
            Column(minimum: 10), Column(minimum: 6, shrinks: true), Column(minimum: 8, shrinks: true),
            Column(minimum: 12, shrinks: true),
        ])
        for row in rows { table.add(row) }
        return table.lines(width: session.output.width, mode: session.output.mode)
    }

    /// The minimum number of columns for a row on one line.
    static let narrow = 60

    /// Returns a reminder in lines that are not truncated: the time, the member and the channel, and below them the
    /// title.
    private static func blocks(_ row: [Cell], in session: FamilySession) -> [String] {
        let output = session.output
        let heading = row.dropLast().map { EscapedText.safe($0.text) }.joined(separator: "  ")
        let title = TextWidth.wrapped(EscapedText.safe(row[row.count - 1].text), to: output.width - 2)
        return TextWidth.wrapped(heading, to: output.width)
            + title.map { "  " + Style.bold.applied(to: $0, in: output.mode) }
    }
}
