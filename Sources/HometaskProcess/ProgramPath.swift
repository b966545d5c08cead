// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where the programs of this machine are.
public enum ProgramPath {
    /// The path of a program, by the folders that `PATH` of an environment lists; nil if none of them has it.
    ///
    /// Only absolute folders count: what lies in the folder that somebody happens to work in is not the program they
    /// mean.
    public static func find(_ name: String, in environment: [String: String]) -> String? {
        let folders = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }
}
