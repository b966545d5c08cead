// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskSystem

extension FileError {
    /// The error with the exit code of its kind.
    var replicaError: ReplicaError {
        ReplicaError(isForRoom ? .diskFull : isForPermission ? .permission : .inputOutput, description)
    }
}
