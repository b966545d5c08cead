// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

extension FamilySession {
    /// The pins that are not in the trash.
    func pins() async throws -> [PinRecord] {
        try await replica.read { try PinFinder(reading: $0).pins.filter { !$0.isDeleted } }
    }

    /// The pin that a word names.
    func pinID(_ word: String) async throws -> DocumentID {
        try await pin(word).id
    }

    /// The pin that a word names.
    func pin(_ word: String) async throws -> PinRecord {
        try await replica.read { try PinFinder(reading: $0).pin([word]) }
    }
}
