// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// Prints the devices of a session's family.
struct FamilyDevices: Sendable {
    let session: FamilySession

    /// Prints the current state of a device as JSON.
    func print(_ id: DocumentID) async throws {
        let here = try await session.replica.deviceID()
        let session = try await session.snapshot { $0.session }
        let objects = session.directory.devices.filter { $0.id == id }
            .map { DeviceJSON.object($0, here: here, in: session) }
        try session.output.print(objects, isList: false)
    }
}
