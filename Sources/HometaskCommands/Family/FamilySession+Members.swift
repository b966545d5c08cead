// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

extension FamilySession {
    /// A member in their current state.
    func memberRecord(_ id: DocumentID) async throws -> MemberRecord {
        let directory = try await replica.read { try FamilyDirectory(reading: $0) }
        guard let record = directory.members[id] else {
            throw ReplicaError(.notFound, "there is no member #\(id)")
        }
        return record
    }

    /// Prints a member after a change, as JSON.
    func printMember(_ id: DocumentID) async throws {
        try await report.afterChange {
            let me = try await replica.member()
            try output.print(.object(MemberJSON.object(try await memberRecord(id), me: me)))
        }
    }

    /// The former member that a word names.
    func removedMemberID(_ word: String) throws -> DocumentID {
        let gone = directory.members.values.filter(\.isRemoved)
        guard let reference = Reference(word) else {
            throw ReplicaError(.invalidRequest, "a member's name cannot be empty")
        }
        do {
            return try reference.resolve(
                among: gone.map { (id: $0.id, name: $0.name, isPreferred: true) }, noun: "removed member")
        } catch {
            guard error.code == .notFound else { throw error }
            let names = gone.map(\.name).sorted().joined(separator: ", ")
            throw ReplicaError(
                .notFound, error.message, hint: names.isEmpty ? "Nobody was removed." : "Already removed: \(names).")
        }
    }
}
