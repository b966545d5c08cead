// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica

/// `hometask conflicts`: shows conflicting edits that await a choice.
struct ConflictsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", _superCommandName: "hometask",
        abstract: "Show conflicting edits: different values that several devices wrote to one field.",
        discussion: "The first value is the one that is shown until somebody chooses with 'hometask resolve'.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let (session, documents) = try await opened.snapshot { ($0.session, try ConflictedDocument.all(in: $0.reader)) }
        let numbers = try await session.numbers.all().numbers(of: documents.compactMap(\.path.id))
        if showing.json {
            let objects = documents.flatMap { document in
                document.conflicts.map { JSON.object(ConflictJSON.object($0, of: document, in: session)) }
            }
            return try session.output.print(.array(objects))
        }
        guard !documents.isEmpty else {
            return try session.output.say("There are no conflicts.")
        }
        let page = ConflictRenderer(documents, numbers, in: session)
        let first = documents[0]
        try session.output.page(
            documents.flatMap { page.lines(of: $0) + [""] } + [
                "Choose with --take NUMBER, or set another value with --value:",
                "  \(page.command(for: first.conflicts[0], of: first, taking: 1))",
            ])
    }
}

/// A conflict as `--json` prints it.
enum ConflictJSON {
    /// Returns an object with `id`, `kind`, `name`, `path`, `field`, `line` (from 1, or null), `item` (`number`, `id`
    /// and `member`, or null), `values`: each `number`, `value` and `writes` (`by`, `device`, `actor`, `at`).
    static func object(_ conflict: Conflict, of document: ConflictedDocument, in session: FamilySession) -> JSONObject {
        let values = ConflictFormatter.choices(of: conflict).enumerated().map { index, choice -> JSON in
            [
                "number": .number(JSONNumber(index + 1)), "value": choice.value,
                "writes": .array(choice.writes.map { json(of: $0, in: session) }),
            ]
        }
        return [
            "id": (document.path.id?.description ?? session.directory.family?.id.description).json,
            "kind": .string(document.path.kind.rawValue), "name": .string(document.name),
            "path": .string(document.path.text), "field": .string(conflict.field.description),
            "item": item(conflict, of: document), "line": conflict.line.map { .number(JSONNumber($0 + 1)) } ?? .null,
            "values": .array(values),
        ]
    }

    private static func item(_ conflict: Conflict, of document: ConflictedDocument) -> JSON {
        guard let member = conflict.member else { return .null }
        let index = document.items.firstIndex { $0.id == member.item }
        return [
            "id": .string(member.item), "member": .string(member.name),
            "number": index.map { .number(JSONNumber($0 + 1)) } ?? .null,
        ]
    }

    private static func json(of write: Write, in session: FamilySession) -> JSON {
        let author = session.directory.author(of: write.dot.actor)
        return [
            "actor": .string(write.dot.actor.text), "at": .string(write.time.rfc3339),
            "by": (author?.member).json, "device": (author?.device).json,
        ]
    }
}
