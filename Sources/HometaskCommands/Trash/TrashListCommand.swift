// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask trash list`: the deleted documents, the latest deletion first.
struct TrashListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what is in the trash: tasks, pins, notes, photos, comments, and everything else deleted.",
        discussion: """
            The latest deletion comes first. What was deleted before 'hometask trash empty' is listed with --all.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Include what was deleted before the trash was emptied.")
    var all = false

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let (session, found) = try await opened.snapshot { ($0.session, try TrashedDocument.all(in: $0.reader)) }
        let documents = all ? found : FamilyTrash(session).listed(found)
        if showing.json {
            return try session.output.print(.array(documents.map { .object(TrashJSON.object($0, session)) }))
        }
        guard let first = documents.first else {
            let words = found.isEmpty ? "" : " 'hometask trash list --all' shows what was in it."
            return try session.output.say("The trash is empty.\(words)")
        }
        let words = ConflictFormatter(session)
        var table = Table(columns: [Column(minimum: 4), Column(minimum: 18, shrinks: true), Column(shrinks: true)])
        for document in documents {
            let deleter = words.author(of: ConflictChoice(value: .null, writes: [document.deletion]))
            table.add([
                Cell(document.path.kind.rawValue, style: .dim), Cell(document.name), Cell(deleter, style: .dim),
            ])
        }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
        guard let id = first.path.id?.description.prefix(8) else { return }
        try session.output.say("Restore one by its name or its id: hometask restore '#\(id)'")
    }
}

/// A document in the trash as `--json` prints it.
enum TrashJSON {
    /// Returns an object with `id`, `kind`, `name`, `path`, `deletedAt`, `by`, `device`, `actor`; unknown values are
    /// null.
    static func object(_ document: TrashedDocument, _ session: FamilySession) -> JSONObject {
        let author = session.directory.author(of: document.deletion.dot.actor)
        return [
            "id": (document.path.id?.description).json, "kind": .string(document.path.kind.rawValue),
            "name": .string(document.name), "path": .string(document.path.text),
            "deletedAt": .string(document.deletion.time.rfc3339), "by": (author?.member).json,
            "device": (author?.device).json, "actor": .string(document.deletion.dot.actor.text),
        ]
    }
}

/// The trash of a session's family.
struct FamilyTrash {
    let session: FamilySession

    init(_ session: FamilySession) { self.session = session }

    /// Returns the documents deleted after the trash was last emptied.
    func listed(_ documents: [TrashedDocument]) -> [TrashedDocument] {
        guard let emptied = session.directory.family?.trashEmptied else { return documents }
        return documents.filter { $0.deletion.time > emptied }
    }
}
