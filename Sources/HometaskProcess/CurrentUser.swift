// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The user that this process runs as, according to the system.
public enum CurrentUser {
    /// Returns the environment for a program started on the user's behalf: the user's real home folder, where email
    /// programs store their settings, regardless of this process's `HOME`; the language and time zone of this process;
    /// the system's programs.
    ///
    /// - Parameter names: variables of this process that are passed on as well, if they are set.
    public static func environment(passing names: [String] = []) -> [String: String] {
        var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin", "LANG": "C.UTF-8"]
        for name in ["HOME", "LANG", "TZ"] + names { variables[name] = variable(name) ?? variables[name] }
        if let (name, home) = account {
            variables["HOME"] = home
            variables["USER"] = name
            variables["LOGNAME"] = name
        }
        return variables
    }

    /// The user's name and home folder; nil if the system has no entry for the user.
    private static var account: (name: String, home: String)? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0, let found else { return nil }
        return (String(cString: found.pointee.pw_name), String(cString: found.pointee.pw_dir))
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
