// SPDX-License-Identifier: Apache-2.0

import CProcess

/// Distinguishes the mounts of file systems.
public enum MountID {
    /// Returns the id of the mount that a path is on, unique until the system is restarted. Nil if the kernel does not
    /// report it (before Linux 6.8).
    public static func of(_ path: String) -> UInt? {
        let id = unsafe hometask_mount(path)
        return id == 0 ? nil : id
    }
}
