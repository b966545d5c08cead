// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask trash empty`: clears the list of deleted documents, and may erase the pictures of deleted photos.
struct TrashEmptyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "empty", abstract: "Empty the trash, for everybody.",
        discussion: """
            What was deleted until now is not listed any more. The family's history keeps it: 'hometask trash list \
            --all' lists it, 'hometask restore' restores it, and 'hometask undo' undoes this. With --erase, the \
            pictures of deleted photos are erased from the family too, which cannot be undone: 'hometask help photo \
            erase'. A picture that is attached elsewhere too is kept.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Also erase the pictures of deleted photos, permanently and on all devices.")
    var erase = false

    @Flag(help: "Do not ask for confirmation before pictures are erased.")
    var yes = false

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let (session, documents, photos) = try await opened.snapshot { snapshot in
            let photos = try erase ? PhotoFinder(reading: snapshot.reader).photos : []
            return (snapshot.session, try TrashedDocument.all(in: snapshot.reader), Self.unused(photos))
        }
        let pictures = Set(photos.map(\.sha256)).count
        guard try mayErase(pictures, in: session) else { return try session.output.say("Nothing was changed.") }
        let listed = FamilyTrash(session).listed(documents)
        if !listed.isEmpty || !photos.isEmpty {
            try await session.write(command: "trash empty") { transaction in
                try transaction.trash.empty()
                for photo in photos { _ = try transaction.photos.erase(photo.id) }
            }
        }
        if !photos.isEmpty {
            try await session.replica.noteLasting("trash empty")
            _ = try await session.replica.dropErasedPhotos()
        }
        try await printLeft(listed, erased: pictures, before: opened)
    }

    /// Returns the photos in the trash with unerased pictures that no photo outside the trash shares.
    private static func unused(_ photos: [PhotoRecord]) -> [PhotoRecord] {
        let left = photos.filter { $0.erasedAt == nil }
        let used = Set(left.filter { !$0.isDeleted }.map(\.sha256))
        return left.filter { $0.isDeleted && !used.contains($0.sha256) }
    }

    /// Returns whether the pictures may be erased.
    private func mayErase(_ count: Int, in session: FamilySession) throws -> Bool {
        if count == 0 || yes { return true }
        let question = Question(session.environment)
        let pictures = SyncFormatter.count(count, "picture")
        guard question.canAsk else {
            throw ReplicaError(
                .unconfirmed, "erasing \(pictures) permanently needs confirmation", hint: "Confirm with --yes.")
        }
        return question.confirms("Erase \(pictures) permanently, on all devices?")
    }

    private func printLeft(_ listed: [TrashedDocument], erased: Int, before: FamilySession) async throws {
        let (session, left) = try await before.snapshot { snapshot in
            (snapshot.session, FamilyTrash(snapshot.session).listed(try TrashedDocument.all(in: snapshot.reader)))
        }
        if showing.json {
            return try session.output.print(
                .object([
                    "erased": .number(JSONNumber(erased)), "removed": .number(JSONNumber(listed.count - left.count)),
                ]))
        }
        guard !listed.isEmpty || erased > 0 else { return try session.output.say("The trash is empty.") }
        let count = listed.count - left.count
        if count > 0 {
            try session.output.say(
                "Emptied the trash: \(Self.number(count, one: "is", many: "are")) not listed any more.")
        }
        if erased > 0 { try session.output.say("Erased \(SyncFormatter.count(erased, "picture")).") }
        if !left.isEmpty {
            session.output.remark(
                "note: \(Self.number(left.count, one: "stays", many: "stay")) listed, deleted by a clock ahead of this one"
            )
        }
    }

    private static func number(_ count: Int, one: String, many: String) -> String {
        "\(SyncFormatter.count(count, "document")) \(count == 1 ? one : many)"
    }
}
