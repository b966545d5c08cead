// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskHunts
import HometaskReplica
import HometaskTerminal

extension FamilySession {
    /// The keys of the code words that this device was told.
    func clueKeys() async throws -> ClueKeys { ClueKeys(try await replica.localData(ClueKeys.name)) }

    /// Keeps keys, if they are not those that are kept already.
    func keep(_ keys: ClueKeys) async throws {
        if try await keys != clueKeys() {
            try await replica.setLocalData(ClueKeys.name, keys.bytes, durably: true)
        }
    }

    /// The hunt that words name.
    func hunt(_ words: [String], isTrash: Bool = false) async throws -> HuntRecord {
        try await replica.read { try HuntFinder(reading: $0).hunt(words, isTrash: isTrash) }
    }

    /// The hunt of an id as it stands now, the teams that play it, and what this device can read of it.
    func huntPage(_ id: DocumentID) async throws -> HuntPage {
        let keys = try await clueKeys()
        let (hunt, teams) = try await replica.read { reader in
            let hunt = try HuntFinder(reading: reader).hunts.first { $0.id == id }
            return (hunt, try TeamRecord.all(reading: reader).filter { $0.hunt == id && !$0.isDeleted })
        }
        guard let hunt else { throw ReplicaError(.notFound, "there is no hunt #\(id)") }
        return HuntPage(hunt, OpenedClues(hunt.clues, with: keys), teams, self)
    }

    /// The pages of some hunts that were read already, by hunt.
    func huntPages(_ hunts: [HuntRecord]) async throws -> [DocumentID: HuntPage] {
        if hunts.isEmpty { return [:] }
        let keys = try await clueKeys()
        let teams = try await replica.read { try TeamRecord.all(reading: $0) }.filter { !$0.isDeleted }
        let pages = hunts.map { hunt in
            HuntPage(hunt, OpenedClues(hunt.clues, with: keys), teams.filter { $0.hunt == hunt.id }, self)
        }
        return Dictionary(pages.map { ($0.hunt.id, $0) }) { first, _ in first }
    }

    /// Changes the clues of a hunt, and keeps the keys of new code words on this device.
    func editClues(
        of hunt: HuntRecord, command: String,
        _ change: @escaping @Sendable (inout HuntDraft) throws -> Void
    ) async throws {
        let known = try await clueKeys()
        let keys = try await replica.write(command: command) { transaction in
            var draft = HuntDraft(of: try transaction.hunt(hunt.id), with: known)
            try change(&draft)
            try transaction.editHunt(hunt.id, HuntChanges(), clues: draft.clues())
            return draft.keys
        }.result
        try await keep(keys)
    }

    /// The team of a hunt in which this device's member plays, or the one of a name.
    ///
    /// - Throws: `ReplicaError` where there is none.
    func team(_ name: String?, in page: HuntPage) throws -> TeamRecord {
        let title = page.hunt.title
        let start = "hometask hunt start \(ShellQuoting.quoted(title))"
        if let name {
            let id = try resolve(name, among: page.teams.map { ($0.id, $0.name) }, noun: "team")
            if let team = page.teams.first(where: { $0.id == id }) { return team }
        }
        if let team = page.ownTeam { return team }
        throw ReplicaError(
            .invalidRequest, "you do not play ‘\(title)’ yet",
            hint: page.teams.isEmpty || member == nil
                ? "Begin with: \(start)" : "Begin with: \(start); or name a team with --team NAME.")
    }
}
