// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask why`: explains a task's urgency.
struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", _superCommandName: "hometask",
        abstract: "Show what makes a task urgent: the terms, and their sum.",
        discussion: """
            'hometask list --sort urgency' lists the most urgent tasks first. Each term is its coefficient, times how far it \
            applies, from 0 to 1:

            \(UrgencyGuide.text)

            'hometask config set urgency due=15,age=0,+school=5' sets other coefficients, for tags too.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("A number, #id, or words of the title.", valueName: "task"))
    var words: [String]

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let numbers = try await opened.numbers.all()
        let words = words
        let (session, task, dependencies) = try await opened.snapshot { snapshot in
            let (session, reader) = (snapshot.session, snapshot.reader)
            let task = try session.tasks.finder(reader, numbers).task(words)
            return (session, task, try TaskDependencies(reading: reader))
        }
        let measure = session.queries.viewpoint.measure(dependencies)
        let parts = measure.parts(of: task)
        if showing.json { return try session.output.print(Self.json(task, parts)) }
        try session.output.say("\(task.title)")
        if !task.isOpen { return try session.output.say("It is done, so nothing about it is urgent.") }
        var table = Table(columns: [
            Column(minimum: 6), Column(alignment: .right), Column(), Column(alignment: .right), Column(),
            Column(alignment: .right),
        ])
        for part in parts {
            table.add([
                Cell(part.name), Cell(Decimals.text(part.factor)), Cell("×", style: .dim),
                Cell(Decimals.text(part.coefficient)), Cell("=", style: .dim), Cell(Decimals.text(part.hundredths)),
            ])
        }
        let sum = parts.reduce(0) { $0 + $1.hundredths }
        table.add([
            Cell("urgency", style: .bold), Cell(""), Cell(""), Cell(""), Cell("=", style: .dim),
            Cell(Decimals.text(sum), style: .bold),
        ])
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
    }

    /// Returns an object with `id`, `title`, `urgency` and `terms`, an array of `{term, factor, coefficient, value}`.
    private static func json(_ task: TaskRecord, _ parts: [Urgency.Part]) -> JSON {
        func number(_ value: Double) -> JSON { JSONNumber(value).map { .number($0) } ?? .null }
        let sum = parts.reduce(0) { $0 + $1.hundredths }
        return [
            "id": .string(task.id.description), "title": .string(task.title), "urgency": number(Double(sum) / 100),
            "terms": .array(
                parts.map { part in
                    [
                        "term": .string(part.name), "factor": number(part.factor),
                        "coefficient": number(part.coefficient), "value": number(Double(part.hundredths) / 100),
                    ]
                }),
        ]
    }
}

/// Formats numbers with two decimal places, as `why` shows them.
enum Decimals {
    static func text(_ value: Double) -> String { text(Int((value * 100).rounded())) }

    static func text(_ hundredths: Int) -> String {
        let magnitude = hundredths.magnitude
        let fraction = magnitude % 100
        return "\(hundredths < 0 ? "-" : "")\(magnitude / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

/// The terms of urgency on one page, generated from their table.
enum UrgencyGuide {
    static var text: String {
        Urgency.Term.allCases.map { term in
            let name = term.rawValue + String(repeating: " ", count: 10 - term.rawValue.count)
            let number = Decimals.text(term.coefficient)
            return "  \(name)\(String(repeating: " ", count: 6 - number.count))\(number)  \(term.meaning)"
        }.joined(separator: "\n")
    }
}
