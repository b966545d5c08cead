// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// The names of a device's local data (``DeviceStorage/localData(_:)``).
package enum LocalDataName {
    /// Throws an error unless a text can be such a name: lower-case letters, digits and dashes.
    package static func check(_ name: String) throws {
        guard !name.isEmpty,
            name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else {
            throw ReplicaError(.invalidRequest, "‘\(name)’ cannot name local data: use a–z, 0–9 and dashes")
        }
    }
}
