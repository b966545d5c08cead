// SPDX-License-Identifier: Apache-2.0
import CProcess

/// Tells one mount of a file system from another.
public enum MountID {
    /// The number of the mount that a path is on; no other mount has it until the system is started again. Nil if the
    /// kernel does not tell (before Linux 6.8).
    public static func of(_ path: String) -> UInt? {
        let id = unsafe hometask_mount(path)
        return id == 0 ? nil : id
    }
}
