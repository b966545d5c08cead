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

/// A pin as JSON: stable field names, the full id, degrees of WGS 84, and metres regardless of the family's units.
enum PinJSON {
    /// Returns an object with `address`, `bearing`, `conflict`, `createdAt`, `deleted`, `distance`, `extensions` (by
    /// plugin and field), `id`, `labels`, `location` (`latitude`, `longitude`, `accuracy`) and `name`. Unknown values
    /// are left out.
    ///
    /// - Parameter way: the way to the pin from the given point. Its length in metres is the distance; its azimuth, in
    ///   degrees clockwise from north, is the bearing.
    static func object(_ pin: PinRecord, way: Geodesic? = nil) -> JSONObject {
        var object = JSONObject(trashable: pin)
        object["name"] = .string(pin.name)
        object["labels"] = .array(pin.labels.map { .string($0) })
        object["location"] = pin.coordinates?.location(accuracy: pin.accuracy)
        object["distance"] = way.flatMap { JSONNumber($0.length) }.map { .number($0) }
        object["bearing"] = way?.azimuth.flatMap { JSONNumber($0) }.map { .number($0) }
        return object
    }
}
