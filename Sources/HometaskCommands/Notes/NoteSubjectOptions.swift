// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily

/// The options that set the subject of a note.
struct NoteSubjectOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The pin it belongs to.", valueName: "pin"))
    var pin: String?

    @Option(help: ArgumentHelp("The task it belongs to.", valueName: "task"))
    var task: String?

    /// Returns the subject given by the options; nil if there is none.
    func subject(in session: FamilySession) async throws -> Subject? {
        switch (pin, task) {
        case (nil, nil): return nil
        case (let pin?, nil): return Subject(try await session.pins.find(pin))
        case (nil, let task?): return Subject(try await session.tasks.findOne([task]))
        default:
            throw UsageError(
                "a note belongs to a pin or to a task: --pin and --task cannot be used together",
                hint: "Add a note for each.")
        }
    }
}
