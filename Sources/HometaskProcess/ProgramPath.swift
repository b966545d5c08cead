// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform

/// Finds programs on this machine.
public enum ProgramPath {
    /// Finds a program in the folders in the `PATH` of an environment; nil if none of them contains it.
    ///
    /// Relative folders are ignored, so a program in the current folder is never found accidentally.
    public static func find(_ name: String, in environment: [String: String]) -> String? {
        let folders = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }

    /// Finds an accompanying program: in the same folder as this one, or else where ``find(_:in:)`` finds it.
    public static func findBesideOwn(_ name: String, in environment: [String: String]) -> String? {
        if let own {
            let beside = own.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
            if access(beside, X_OK) == 0 { return beside }
        }
        return find(name, in: environment)
    }

    /// The path of this process's own executable; nil if unknown.
    public static var own: String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard hometask_own_path(&path, path.count) != 0, let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
