// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// Looks up and prints the members of a session's family.
struct FamilyMembers: Sendable {
    let session: FamilySession

    /// Returns the current state of a member.
    func record(_ id: DocumentID) async throws -> MemberRecord {
        let directory = try await session.replica.read { try FamilyDirectory(reading: $0) }
        guard let record = directory.members[id] else {
            throw ReplicaError(.notFound, "there is no member #\(id)")
        }
        return record
    }

    /// Returns the member named by `word`, otherwise this device's member.
    func reminded(_ word: String?) throws -> MemberRecord {
        let id = try word.map { try session.memberID($0) } ?? session.requireMember()
        guard let member = session.directory.members[id] else {
            throw ReplicaError(.notFound, "there is no member #\(id)")
        }
        return member
    }

    /// Returns the removed member named by `word`.
    func removedID(_ word: String) throws -> DocumentID {
        let gone = session.directory.members.values.filter(\.isRemoved)
        guard let reference = Reference(word) else {
            throw ReplicaError(.invalidRequest, "a member's name cannot be empty")
        }
        do {
            return try reference.resolve(
                among: gone.map { (id: $0.id, name: $0.name) }, noun: "removed member")
        } catch {
            guard error.code == .notFound else { throw error }
            let names = gone.map(\.name).sorted().joined(separator: ", ")
            throw ReplicaError(
                .notFound, error.message, hint: names.isEmpty ? "Nobody was removed." : "Already removed: \(names).")
        }
    }

    /// Returns all ids of the member named by `word`, including those of members merged into that member. A removed
    /// member can also be named.
    func everyID(of word: String) throws -> Set<DocumentID> {
        let id: DocumentID
        do {
            id = try session.memberID(word)
        } catch let error as ReplicaError where error.code == .notFound {
            guard let gone = try? removedID(word) else { throw error }
            id = gone
        }
        return session.directory.everyID(of: id)
    }

    /// Prints a member after a change, as JSON.
    func print(_ id: DocumentID) async throws {
        try await session.report.afterChange {
            let me = try await session.replica.member()
            try session.output.print(.object(MemberJSON.object(try await record(id), me: me)))
        }
    }
}
