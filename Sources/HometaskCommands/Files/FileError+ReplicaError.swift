// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskSystem

extension FileError {
    /// The error as a `ReplicaError`, with the exit code for its kind and a hint.
    var replicaError: ReplicaError {
        ReplicaError(isForRoom ? .diskFull : isForPermission ? .permission : .inputOutput, description, hint: hint)
    }

    private var hint: Hint? {
        if isForRoom { return "Free some space and try again." }
        if operation == "read" {
            if number == EISDIR { return "Name a file, not a folder." }
            return isForPermission ? "Check who owns the file, and who may read it." : nil
        }
        if isForPermission { return "Check who owns the folder, and that it is not mounted read-only." }
        return number == ENOENT || number == ENOTDIR ? "Check that the folder exists." : nil
    }
}
