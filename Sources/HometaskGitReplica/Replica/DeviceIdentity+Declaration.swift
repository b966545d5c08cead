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

    /// Returns whether both identities write as the same actor, and would name the same device to the family.
    func declares(theSameAs other: DeviceIdentity) -> Bool {
        actor == other.actor && place == other.place && device == other.device && member == other.member
            && name == other.name && isDeclared == other.isDeclared
    }
}
