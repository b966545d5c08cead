// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask pin show`: one pin, with its open tasks and the notes about it.
struct PinShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a pin, its tasks and its notes.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("Words of the pin's name, or # and the start of its id.", valueName: "pin"))
    var reference: [String]

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let words = reference
        let (session, page, tasks, dependencies) = try await opened.snapshot { snapshot in
            let page = try PinDetails(words, reading: snapshot.reader)
            let dependencies = try TaskDependencies(of: page.tasks, reading: snapshot.reader)
            return (snapshot.session, page, try snapshot.sorted(page.tasks), dependencies)
        }
        let numbers = try await session.numbers.numbers(for: tasks)
        if showing.json {
            var object = PinJSON.object(page.pin)
            object["tasks"] = .array(
                tasks.map {
                    TaskJSON.object($0, number: numbers[$0.id], isBlocked: dependencies.isBlocked($0.id), in: session)
                })
            object["notes"] = .array(
                page.notes.map { .object(NoteJSON.object($0, subjects: page.subjects, in: session)) })
            return try session.output.print(.object(object))
        }
        try session.output.print(lines(page, tasks, numbers: numbers, dependencies: dependencies, in: session))
    }

    private func lines(
        _ page: PinDetails, _ tasks: [TaskRecord], numbers: [DocumentID: Int], dependencies: TaskDependencies,
        in session: FamilySession
    ) -> [String] {
        let (width, mode) = (session.output.width, session.output.mode)
        var lines = fields(page, in: session).lines(width: width, mode: mode)
        if !tasks.isEmpty {
            var table = TaskLine.table(in: session)
            for task in tasks {
                let isBlocked = dependencies.isBlocked(task.id)
                table.add(TaskLine.cells(task, number: numbers[task.id], isBlocked: isBlocked, in: session))
            }
            lines += ["", Style.bold.applied(to: "Tasks here", in: mode)] + table.lines(width: width, mode: mode)
        }
        if !page.notes.isEmpty {
            var table = Table(columns: NoteLine.columns)
            for note in page.notes {
                var cells = NoteLine.cells(note, subjects: page.subjects, ids: page.noteIDs, in: session)
                cells[2] = Cell("")
                table.add(cells)
            }
            lines += ["", Style.bold.applied(to: "Notes", in: mode)] + table.lines(width: width, mode: mode)
        }
        return lines
    }

    private func fields(_ page: PinDetails, in session: FamilySession) -> FieldBlock {
        let pin = page.pin
        var block = FieldBlock()
        block.add("Name", pin.name, style: .bold)
        if let coordinates = pin.coordinates {
            let accuracy = pin.accuracy.map { " ± \(Distance.text($0, isImperial: session.settings.isImperial))" } ?? ""
            block.add("Location", "\(coordinates)\(accuracy)")
        }
        block.add(textsOf: pin)
        if !pin.labels.isEmpty { block.add("Labels", pin.labels.joined(separator: " "), style: .cyan) }
        block.add(extensionsOf: pin, in: session)
        block.add("Id", "#\(page.pinIDs[pin.id])", style: .dim)
        if pin.hasConflict {
            let words = "conflicting edits: 'hometask conflicts' shows them"
            block.add("Conflict", words, style: .yellow)
        }
        return block
    }
}
