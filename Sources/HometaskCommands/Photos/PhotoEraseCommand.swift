// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask photo erase`: permanently removes pictures from the family.
struct PhotoEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase a picture from the family permanently.",
        discussion: """
            Its file is removed from this device at once, from the remote when the device that attached it syncs, \
            and from every other device when that device syncs. This cannot be undone. The caption, the time and the \
            place are kept; a task that it proved stays done. Clones that nobody syncs, backups, and copies that the \
            remote's host keeps cannot be erased. 'hometask doctor' lists what is left, as far as this device knows.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @Argument(help: ArgumentHelp("Words of one photo's caption or task, or #ids of several.", valueName: "photo"))
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let photos = try await photos(in: session)
        let names = photos.map { Quotation.of($0.name) }.joined(separator: ", ")
        let question = Question(session.environment)
        guard yes || question.canAsk else {
            throw ReplicaError(
                .unconfirmed, "erasing \(names) permanently needs confirmation", hint: "Confirm with --yes.")
        }
        guard yes || question.confirms("Erase \(names) permanently, on all devices?") else {
            return try session.output.say("Nothing was changed.")
        }
        let erased = try await session.write(command: "photo erase") { transaction in
            try photos.flatMap { try transaction.photos.erase($0.id) }
        }.result
        if !erased.isEmpty { try await session.replica.noteLasting("photo erase") }
        let left = try await session.replica.dropErasedPhotos()
        if showing.json { return try await session.photos.print(photos.map(\.id)) }
        try await printErased(photos, erased.count, left: left, in: session)
    }

    /// Returns the photos named on the command line, including those in the trash.
    private func photos(in session: FamilySession) async throws -> [PhotoRecord] {
        let words = references
        return try await session.replica.read { reader in
            let finder = try PhotoFinder(reading: reader)
            do {
                return try finder.photos(words, reading: reader)
            } catch let error as ReplicaError where error.code == .notFound {
                guard let deleted = try? finder.photos(words, isTrash: true, reading: reader) else { throw error }
                return deleted
            }
        }
    }

    private func printErased(
        _ photos: [PhotoRecord], _ count: Int, left: Int, in session: FamilySession
    ) async throws {
        for photo in photos {
            try session.output.say("\(photo.erasedAt == nil ? "Erased" : "Already erased"): \(photo.name)")
        }
        if count > photos.count {
            try session.output.say("The same file was attached elsewhere, and is erased there too.")
        }
        let all = try await session.replica.read { try PhotoFinder(reading: $0).photos }
        let copies = all.filter { copy in copy.erasedAt == nil && photos.contains { $0.id == copy.madeFrom } }
        if !copies.isEmpty {
            let ids = copies.map { "#\($0.id.description.prefix(8))" }.joined(separator: ", ")
            session.output.remark("note: photos made from it with 'photo edit' are kept: \(ids)")
        }
        if left > 0 {
            session.output.remark("note: git's own packs still contain it: 'git gc --prune=now' removes it")
        }
        if try await !session.replica.remotes().isEmpty {
            try session.output.say("'hometask sync' informs the other devices, and removes it from the remote.")
        }
    }
}
