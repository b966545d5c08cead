// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The user for whom this process runs, as the system knows them.
public enum CurrentUser {
    /// The environment of a program that is started on their behalf: their own home folder, where mail programs have
    /// their settings, whatever `HOME` says here; the language and time zone of this process; the system's programs.
    ///
    /// - Parameter names: variables of this process that the program gets besides, where they are set.
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

    /// Their name and home folder; nil if the system has no entry for them.
    private static var account: (name: String, home: String)? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0, let found else { return nil }
        return (String(cString: found.pointee.pw_name), String(cString: found.pointee.pw_dir))
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
