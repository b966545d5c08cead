// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskSystem

extension FileError {
    /// The error in the terms of the replica's users.
    var replicaError: ReplicaError {
        if isForRoom {
            return ReplicaError(
                .diskFull, "\(self); nothing was changed", hint: "Free some space and try again.")
        }
        if isForPermission {
            return ReplicaError(
                .permission, description,
                hint: "Check who owns the folder, and that it is not mounted read-only.")
        }
        return ReplicaError(.inputOutput, description)
    }
}
