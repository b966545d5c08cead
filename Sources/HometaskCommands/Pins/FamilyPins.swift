// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// Looks up and prints the pins of a session's family.
struct FamilyPins: Sendable {
    let storage: any DocumentStorage
    let output: Output

    /// Returns the pins outside the trash.
    func all() async throws -> [PinRecord] {
        try await storage.read { try PinFinder(reading: $0).pins.filter { !$0.isDeleted } }
    }

    /// Returns the pin named by `word`.
    func find(_ word: String) async throws -> PinRecord {
        try await storage.read { try PinFinder(reading: $0).pin([word]) }
    }

    /// Returns the id of the pin named by `word`.
    func findID(_ word: String) async throws -> DocumentID {
        try await find(word).id
    }

    /// Returns the pin named by `words`, and its coordinates.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`; `invalidRequest` if the pin has no known place).
    func findPlaced(_ words: [String]) async throws -> (PinRecord, Coordinates) {
        let finder = try await storage.read { try PinFinder(reading: $0) }
        let pin = try finder.pin(words)
        return (pin, try finder.coordinates(of: pin))
    }

    /// Prints the current state of pins as JSON.
    func print(_ ids: [DocumentID]) async throws {
        let pins = try await storage.read { try PinFinder(reading: $0).pins }
        let found = ids.compactMap { id in pins.first { $0.id == id } }
        try output.print(.array(found.map { .object(PinJSON.object($0)) }))
    }
}
