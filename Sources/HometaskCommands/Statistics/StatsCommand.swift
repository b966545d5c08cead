// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskQueries
import HometaskTerminal
import HometaskTime

/// `hometask stats`: statistics of done and open tasks.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", _superCommandName: "hometask",
        abstract: "Show who did what, in numbers and bars.",
        discussion: """
            A task counts for the member who did it, on that day in the family's time zone; one that was done, \
            reopened and done again counts once, and tasks in the trash do not count. “On time” is the share of \
            tasks with a due date that were done by then. A streak is a number of consecutive days with something \
            done, over all time and categories.

            --csv prints one table of periods, members and categories: from, to, member_id, member, category_id, \
            category, done, due (had a due date), on_time, points, timed (has a creation time), seconds (from \
            creation to completion, in total).
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("Group by day, week or month.", valueName: "period"))
    var by = StatsPeriod.week

    @Option(
        help: ArgumentHelp("Count from this day on: 'monday', 'last month', '2026-11-20'.", valueName: "date")
    )
    var since: String?

    @Option(help: ArgumentHelp("Count up to and including this day.", valueName: "date"))
    var until: String?

    @Option(name: .customLong("for"), help: ArgumentHelp("Count only this member's tasks.", valueName: "member"))
    var member: String?

    @Option(help: ArgumentHelp("Count only tasks of this category.", valueName: "name"))
    var category: String?

    @Flag(help: "Print a table of comma-separated values.")
    var csv = false

    @Option(help: ArgumentHelp("Write a chart to this file; - is standard output.", valueName: "file"))
    var svg: String?

    @Flag(help: "Overwrite an existing file that is not a chart of hometask.")
    var force = false

    func validate() throws {
        if [showing.json, csv, svg != nil].count(where: { $0 }) > 1 {
            throw ValidationError("--json, --csv and --svg cannot be used together")
        }
        if svg?.isEmpty == true { throw ValidationError("--svg needs a file, or - for standard output") }
        if force, svg == nil { throw ValidationError("--force needs --svg FILE") }
    }

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let command = self
        let (session, request, statistics) = try await WorkingLine.during("Counting") {
            try await opened.snapshot { snapshot in
                let request = try command.request(in: snapshot.session)
                return (snapshot.session, request, try snapshot.statistics(request))
            }
        }
        if showing.json {
            try session.output.print(.object(StatisticsJSON(statistics, request).value))
        } else if csv {
            try session.output.printText(StatsCSV(statistics, request).text)
        } else if let svg {
            try writeChart(try StatsChart(statistics, request).text, to: svg, in: session)
        } else {
            try session.output.print(StatsRenderer(statistics, request, in: session).lines)
        }
        for path in statistics.unreadable.prefix(3) {
            session.output.remark("warning: \(path.text) cannot be read and is left out; see 'hometask doctor'")
        }
    }

    private func request(in session: FamilySession) throws -> StatisticsRequest {
        let today = session.zone.civil(at: session.now).date
        var request = StatisticsRequest(
            by: by.step, directory: session.directory, zone: session.zone, today: today,
            weekStart: session.settings.weekStart)
        request.since = try since.map { try days($0, in: session).first }
        request.until = try until.map { try days($0, in: session).last }
        if let since = request.since, let until = request.until, since > until {
            throw UsageError(
                "--since \(since) is after --until \(until)",
                hint: "Give the first day and then the last, such as --since 'last month' --until yesterday.")
        }
        request.member = try member.flatMap { word in try session.members.everyID(of: word).first }
        request.category = try category.map { try session.categoryID($0) }
        return request
    }

    /// Returns the first and last day of a past date in user input: `last month` is the whole month.
    private func days(_ text: String, in session: FamilySession) throws -> (first: CivilDate, last: CivilDate) {
        do {
            switch try session.dates(.past).span(text) {
            case .days(let first, let last): return (first, last)
            case .instant(let instant):
                let day = session.zone.civil(at: instant).date
                return (day, day)
            }
        } catch {
            throw UsageError("\(error)", hint: "Dates can be written like this: \(DateParserError.examples).")
        }
    }

    private func writeChart(_ chart: String, to name: String, in session: FamilySession) throws {
        if name == "-" { return try session.output.printText(chart) }
        try FileDraft.requireFolder(of: session.environment.place(name))
        let path = try TextFile.regularFile(session.environment.absolute(name))
        if !force, try TextFile.beginning(of: path).map({ !StatsChart.isOurs($0) }) ?? false {
            try Question(session.environment).confirmReplacing(
                name, because: "already exists, and is not a chart of hometask")
        }
        try TextFile.writeFile(path, Array(chart.utf8), mode: 0o644)
        try session.output.say("Wrote the chart to \(name).")
    }
}

/// The names of the periods on the command line.
enum StatsPeriod: String, CaseIterable, ExpressibleByArgument {
    case day, week, month

    var step: StatisticsStep {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        }
    }
}
