// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica

extension FamilySession {
    /// The pins that are not in the trash.
    func pins() async throws -> [PinRecord] {
        try await replica.read { reader in
            var pins: [PinRecord] = []
            try reader.forEachMembers(of: .pin) { _, members in
                if let pin = PinRecord(members), !pin.isDeleted { pins.append(pin) }
            }
            return pins
        }
    }

    /// The pin that a word names.
    func pinID(_ word: String) async throws -> DocumentID {
        guard let reference = Reference(word) else { throw UsageError("an empty word names no pin") }
        let things = try await pins().map { (id: $0.id, name: $0.name, isPreferred: true) }
        return try reference.resolve(among: things, noun: "pin")
    }
}
