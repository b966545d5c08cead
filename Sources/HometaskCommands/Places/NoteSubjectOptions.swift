// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily

/// The options that say what a note is about.
struct NoteSubjectOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The pin it is about.", valueName: "pin"))
    var pin: String?

    @Option(help: ArgumentHelp("The task it is about.", valueName: "task"))
    var task: String?

    /// What the options name; nil where they name nothing.
    func subject(in session: FamilySession) async throws -> Subject? {
        switch (pin, task) {
        case (nil, nil): return nil
        case (let pin?, nil): return Subject(try await session.pin(pin))
        case (nil, let task?): return Subject(try await session.task([task]))
        default:
            throw UsageError(
                "a note is about a pin or about a task, and --pin and --task were both given",
                hint: "Write one note for each.")
        }
    }
}
