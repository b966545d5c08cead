// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

extension CommandEnvironment {
    /// The environment of the current command.
    static var running: CommandEnvironment {
        guard let environment = current else {
            preconditionFailure("commands run through CommandLineTool.run, which sets the environment")
        }
        return environment
    }

    /// Returns the output of a command that works outside of any family.
    func output(_ global: GlobalOptions) -> Output {
        let user = (try? UserSettings.load(variables)) ?? UserSettings()
        return Output(self, color: global.color, settings: Settings(device: nil, user: user, family: nil))
    }

    /// Returns a path resolved against the command's working directory; `~` and `~/…` stand for the home folder.
    func absolute(_ path: String) -> String {
        if path == "~" || path.hasPrefix("~/"), let home = variables["HOME"] { return home + path.dropFirst() }
        return path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    /// Returns an absolute path, resolved against the command's working directory, without `.` components or a trailing
    /// slash.
    func place(_ path: String) -> String {
        "/" + absolute(path).split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// Returns a folder for display: relative to the command's working directory if it is below that.
    func shown(_ path: String) -> String {
        if path == folder { return "." }
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }
}
