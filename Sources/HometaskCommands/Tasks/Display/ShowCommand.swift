// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMap
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask show`: all data about tasks.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", _superCommandName: "hometask",
        abstract: "Show everything about a task: its fields, description, notes, comments and conflicts.",
        discussion: "A task in the trash is shown too, named by # and the start of its id.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "Numbers, ranges, #ids, or words of one title.")
    var references: [String]

    func run() async throws {
        let (session, found, pins) = try await find(in: FamilySession.open(global))
        let sheets = checked(found, in: session)
        if showing.json {
            return try session.output.print(.array(sheets.map { .object($0.json(session)) }))
        }
        await session.numbers.noteShown(sheets.map(\.task.id))
        let words = TaskValueFormatter(session, pins: pins)
        var lines: [String] = []
        for sheet in sheets {
            if !lines.isEmpty { lines.append("") }
            lines += TaskSheetRenderer(session, words).lines(sheet)
        }
        // A picture is drawn below the text, and no pager can show it.
        guard sheets.count == 1, let photo = sheets[0].photo else { return try session.output.page(lines) }
        try session.output.print(lines)
        if let place = photo.location?.coordinates {
            try session.output.print(try PlaceMap(of: place, in: session).lines)
        }
        if session.environment.isOutputTerminal { try await PhotoDrawing(session).draw(photo) }
    }

    /// Returns the sheets, with the results of checking the signatures of their verdicts.
    private func checked(_ sheets: [TaskSheet], in session: FamilySession) -> [TaskSheet] {
        sheets.map { sheet in
            var sheet = sheet
            sheet.signature = sheet.statement.map { VerdictKeys(session).check($0) }
            return sheet
        }
    }

    /// Returns the sheets, and for people the pins that they name, all of one version.
    private func find(in session: FamilySession) async throws -> (FamilySession, [TaskSheet], [PinRecord]) {
        let numbers = try await session.numbers.all()
        let references = references
        let isJSON = showing.json
        return try await session.snapshot { snapshot in
            let (session, reader) = (snapshot.session, snapshot.reader)
            let tasks: [TaskRecord]
            do {
                tasks = try session.tasks.finder(reader, numbers).tasks(references)
            } catch let error as ReplicaError where error.code == .notFound {
                guard let deleted = try? session.tasks.finder(reader, numbers, isTrash: true).tasks(references) else {
                    throw error
                }
                tasks = deleted
            }
            let known = numbers.numbers(of: tasks.map(\.id))
            let comments = try SubjectComments.all(about: tasks.map(\.id), reading: reader)
            let sheets = try tasks.map { task in
                let comments = comments[task.id] ?? SubjectComments([], ids: ShortIDs([]))
                return try TaskSheet(task, number: known[task.id], comments: comments, reading: reader)
            }
            let pins = isJSON ? [] : try PinFinder(reading: reader).pins.filter { !$0.isDeleted }
            return (session, sheets, pins)
        }
    }
}

/// A map a few lines high, centred on one place.
struct PlaceMap {
    /// The lines, preceded by an empty one.
    let lines: [String]

    init(of place: Coordinates, in session: FamilySession) throws {
        let point = MapPoint(latitude: place.latitude, longitude: place.longitude)
        var map = TerminalMap(around: point, metres: 60_000, columns: min(session.output.drawingWidth, 40), rows: 8)
        map.add("x", at: point, style: .red)
        lines = [""] + map.lines(on: try MapLayer.bundled(), in: session.output.mode)
    }
}
