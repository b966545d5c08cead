// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The options that set the subject of a photo.
struct PhotoSubjectOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The task it belongs to.", valueName: "task"))
    var task: String?

    @Option(help: ArgumentHelp("The pin it belongs to.", valueName: "pin"))
    var pin: String?

    @Option(help: ArgumentHelp("The note it belongs to.", valueName: "note"))
    var note: String?

    /// Returns the subject given by the options; nil if there is none.
    func subject(in session: FamilySession) async throws -> Subject? {
        guard [task, pin, note].compactMap(\.self).count <= 1 else {
            throw UsageError(
                "a photo belongs to one thing: --task, --pin and --note cannot be used together",
                hint: "Attach it once for each: its file is stored only once.")
        }
        if let task { return Subject(try await session.tasks.findOne([task])) }
        if let pin { return Subject(try await session.pins.find(pin)) }
        guard let note else { return nil }
        return Subject(try await session.replica.read { try NoteFinder(reading: $0).note([note]) })
    }
}
