// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskHunts
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// The hunts of a session's family: lookup, and reading and editing of their clues.
struct FamilyHunts: Sendable {
    let session: FamilySession

    /// Returns the keys of the code words that this device knows.
    func keys() async throws -> ClueKeys { ClueKeys(try await session.replica.localData(ClueKeys.name)) }

    /// Merges keys into the stored ones, because another command may have stored some in the meantime.
    func keep(_ keys: ClueKeys) async throws {
        let known = try await self.keys()
        var all = known
        all.add(all: keys)
        if all != known { try await session.replica.setLocalData(ClueKeys.name, all.bytes, durably: true) }
    }

    /// Returns the hunt named by `words`.
    func find(_ words: [String], isTrash: Bool = false) async throws -> HuntRecord {
        try await session.replica.read { try HuntFinder(reading: $0).hunt(words, isTrash: isTrash) }
    }

    /// Returns the current state of the hunt with an id, the teams that play it, and its clues as far as this device
    /// can decrypt them.
    func overview(_ id: DocumentID) async throws -> HuntOverview {
        try await overview { reader in
            let members = try reader.readableMembers(at: Transaction.path(of: .hunt, id))
            guard let hunt = members.flatMap({ HuntRecord($0) }) else {
                throw ReplicaError(.notFound, "there is no hunt #\(id)")
            }
            return hunt
        }
    }

    /// Returns the overview of the hunt named by `words`, read from a single version.
    func overview(named words: [String]) async throws -> HuntOverview {
        try await overview { try HuntFinder(reading: $0).hunt(words) }
    }

    private func overview(finding find: @Sendable (DocumentReader) throws -> HuntRecord) async throws -> HuntOverview {
        let keys = try await self.keys()
        let (session, hunt, teams) = try await session.snapshot { snapshot in
            (snapshot.session, try find(snapshot.reader), try TeamRecord.all(reading: snapshot.reader))
        }
        return HuntOverview(hunt, OpenedClues(hunt.clues, with: keys), teams: teams, in: session)
    }

    /// Returns the overviews of hunts already read, in order.
    ///
    /// - Parameter teams: all teams of the session's version, from which the hunts were read.
    func overviews(_ hunts: [HuntRecord], playedBy teams: [TeamRecord]) async throws -> [HuntOverview] {
        if hunts.isEmpty { return [] }
        let keys = try await self.keys()
        return hunts.map { HuntOverview($0, OpenedClues($0.clues, with: keys), teams: teams, in: session) }
    }

    /// Changes the clues of a hunt, and reports the clues that are no longer encrypted.
    ///
    /// - Parameter code: the new code word of a clue. The device stores its key first: a key without its clue is
    ///   harmless, but without the key the encrypted clue can no longer be changed.
    func editClues(
        of hunt: HuntRecord, adding code: NewCode? = nil, command: String,
        change: @escaping @Sendable (inout HuntDraft) throws -> Void
    ) async throws {
        var keys = try await self.keys()
        if let code {
            keys.add(code)
            try await keep(keys)
        }
        let known = keys
        let readable = try await session.write(command: command) { transaction in
            var draft = HuntDraft(of: try transaction.hunts.record(hunt.id), with: known)
            try change(&draft)
            let clues = try draft.clues()
            try transaction.hunts.edit(hunt.id, HuntChanges(), clues: clues)
            return draft.opened(by: clues)
        }.result
        remarkReadable(readable)
    }

    /// Reports the clues that are no longer encrypted.
    func remarkReadable(_ numbers: [Int]) {
        if numbers.isEmpty { return }
        let words =
            numbers.count == 1
            ? "clue \(numbers[0]) is" : "clues \(numbers.map(String.init).joined(separator: ", ")) are"
        session.output.remark(
            "note: \(words) no longer encrypted: anyone who opens the files, or later their history, can read "
                + (numbers.count == 1 ? "it" : "them"))
    }

    /// Returns the team of a hunt in which this device's member plays, or the team with a name.
    ///
    /// - Throws: `ReplicaError` if there is none.
    func team(_ name: String?, in page: HuntOverview) throws -> TeamRecord {
        let title = page.hunt.title
        let start = "hometask hunt start \(ShellQuoting.quoted(title))"
        if let name {
            let id = try session.resolve(name, among: page.teams.map { ($0.id, $0.name) }, noun: "team")
            if let team = page.teams.first(where: { $0.id == id }) { return team }
        }
        if let team = page.ownTeam { return team }
        throw ReplicaError(
            .invalidRequest, "you are not playing ‘\(title)’ yet",
            hint: page.teams.isEmpty || session.member == nil
                ? "Start with: \(start)" : "Start with: \(start); or name a team with --team NAME.")
    }
}
