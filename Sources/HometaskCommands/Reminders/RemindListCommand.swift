// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReminders
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask remind list`: what will be sent from here.
struct RemindListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show which reminders this device will send next.",
        discussion: "With --all those too that it sends only where another device does not.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Show those too that another device should send.")
    var all = false

    @Option(help: ArgumentHelp("Show at most so many; 20 by default.", valueName: "count"))
    var limit = 20

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit should be at least 1, and is \(limit)") }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let run = ReminderRun(session, isUnattended: false, isJSON: showing.json)
        let round = try await run.round(try await ReminderBook.peek(session)).round
        let now = (round.deliveries + round.paused).map { (message: $0.message, time: $0.message.instant) }
        var shown = Array(now.prefix(limit))
        for reminder in round.upcoming where (all || reminder.turn == 0) && shown.count < limit {
            let message = reminder.message
            // What falls due at once is one message.
            let isThere = shown.contains {
                $0.time == reminder.due && $0.message.task == message.task && $0.message.member == message.member
                    && $0.message.channel == message.channel && $0.message.address == message.address
            }
            if !isThere { shown.append((message: message, time: reminder.due)) }
        }
        if showing.json {
            return try session.output.print(
                .array(
                    shown.map { message, time in
                        var object = message.json
                        object["at"] = .string(time.rfc3339)
                        return .object(object)
                    }))
        }
        guard !shown.isEmpty else { return try session.output.say("No reminders are to come.") }
        try session.output.print(ReminderTable.lines(shown, in: session))
    }
}

/// Reminders as rows: when, for whom, how, and of what.
enum ReminderTable {
    static func lines(
        _ reminders: [(message: ReminderMessage, time: Timestamp)], in session: FamilySession
    ) -> [String] {
        var table = Table(columns: [
            Column(minimum: 10), Column(minimum: 6, shrinks: true), Column(minimum: 8, shrinks: true),
            Column(minimum: 12, shrinks: true),
        ])
        for (message, time) in reminders {
            let channel = [message.channel, message.address].compactMap { $0 }.joined(separator: " ")
            table.add([
                Cell(time <= session.now ? "now" : session.dates.instant(time)), Cell(message.memberName),
                Cell(channel, style: .dim), Cell(message.title, style: .bold),
            ])
        }
        return table.lines(width: session.output.width, mode: session.output.mode)
    }
}

extension ReminderRun {
    /// Shows what would be sent now.
    func show() async throws {
        let round = try await round(try await ReminderBook.peek(session)).round
        if isJSON { return try session.output.print(.array(round.deliveries.map { .object($0.message.json) })) }
        guard !round.deliveries.isEmpty else { return try session.output.say("No reminders are due.") }
        try session.output.print(
            ReminderTable.lines(round.deliveries.map { ($0.message, $0.message.instant) }, in: session))
    }
}
