// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

extension DeviceIdentity {
    /// Names the device to the family, if no commit has done so since the actor was drawn or the member changed.
    ///
    /// - Returns: false if the device's document cannot be read: the first change after it is restored declares the
    ///   device.
    func declare(in transaction: Transaction) throws -> Bool {
        if isDeclared { return true }
        return try transaction.devices.declare(device, named: name, of: member, writingAs: actor)
    }
}
