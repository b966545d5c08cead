// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask photo erase`: takes pictures out of the family for good.
struct PhotoEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Take a picture out of the family for good.",
        discussion: """
            Its file is taken off this device at once, off the remote when the device that attached it syncs, and off every \
            other device when that syncs. This cannot be undone. What is told of it stays, the caption, the time and the place; \
            a task that it proved stays done. What cannot be erased: clones that nobody syncs, backups, and what the remote's \
            host keeps for itself. 'hometask doctor' says what is left, as far as is known here.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Do not ask back.")
    var yes = false

    @Argument(help: ArgumentHelp("Words of one photo's caption, or #ids of several.", valueName: "photo"))
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let photos = try await photos(in: session)
        let names = photos.map { Diary.quoted($0.name) }.joined(separator: ", ")
        let question = Question(session.environment)
        guard yes || question.canAsk else {
            throw UsageError(
                "this erases \(names) for good, and nobody is there to be asked", hint: "Say --yes to do it unasked.")
        }
        guard yes || question.confirms("Erase \(names) for good, on all devices?") else {
            return try session.output.say("Nothing was changed.")
        }
        let erased = try await session.replica.write(command: "photo erase") { transaction in
            try photos.flatMap { try transaction.erasePhoto($0.id) }
        }.result
        if !erased.isEmpty { try await session.replica.noteLasting("photo erase") }
        let left = try await session.replica.dropErasedPhotos()
        if showing.json { return try await session.printPhotos(photos.map(\.id)) }
        try await tell(photos, erased.count, left, in: session)
    }

    /// The photos, those in the trash too.
    private func photos(in session: FamilySession) async throws -> [PhotoRecord] {
        let words = references
        return try await session.replica.read { reader in
            let finder = try PhotoFinder(reading: reader)
            do {
                return try finder.photos(words)
            } catch let error as ReplicaError where error.code == .notFound {
                guard let deleted = try? finder.photos(words, isTrash: true) else { throw error }
                return deleted
            }
        }
    }

    private func tell(
        _ photos: [PhotoRecord], _ count: Int, _ left: Int, in session: FamilySession
    ) async throws {
        for photo in photos {
            try session.output.say("\(photo.erasedAt == nil ? "Erased" : "Was erased already"): \(photo.name)")
        }
        if count > photos.count {
            try session.output.say("The same file was attached elsewhere, and is gone there too.")
        }
        let all = try await session.replica.read { try PhotoFinder(reading: $0).photos }
        let copies = all.filter { copy in copy.erasedAt == nil && photos.contains { $0.id == copy.madeFrom } }
        if !copies.isEmpty {
            let ids = copies.map { "#\($0.id.description.prefix(8))" }.joined(separator: ", ")
            session.output.remark("note: what was made of it by 'photo edit' stays: \(ids)")
        }
        if left > 0 {
            session.output.remark("note: git's own packs still have it: 'git gc --prune=now' empties these")
        }
        if try await !session.replica.remotes().isEmpty {
            try session.output.say("'hometask sync' tells the other devices, and takes it from the remote.")
        }
    }
}
