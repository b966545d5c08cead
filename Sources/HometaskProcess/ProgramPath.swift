// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Finds programs on this machine.
public enum ProgramPath {
    /// The path of a program, from the folders in the `PATH` of an environment; nil if none of them contains it.
    ///
    /// Only absolute folders are considered: a program in the current folder is not the one that is meant.
    public static func find(_ name: String, in environment: [String: String]) -> String? {
        let folders = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }
}
