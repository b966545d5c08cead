// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// A device as `--json` prints it.
enum DeviceJSON {
    /// Returns an object with `forgotten`, `id`, `isHere`, `member` (`id` and `name`, or null) and `name`.
    static func object(_ device: DeviceRecord, here: DocumentID, in session: FamilySession) -> JSONObject {
        let member = device.member.map { session.directory.current($0) }
        return [
            "forgotten": .bool(device.isForgotten), "id": .string(device.id.description),
            "isHere": .bool(device.id == here),
            "member": member.map {
                ["id": .string($0.description), "name": .string(session.directory.name(of: $0))]
            } ?? .null,
            "name": .string(device.name),
        ]
    }
}
