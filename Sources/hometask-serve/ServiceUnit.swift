// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskPlatform
import HometaskSystem

/// The systemd user unit that runs the server (systemd.service(5)).
struct ServiceUnit {
    /// The command line: the program's path, and its arguments.
    let command: [String]

    static let name = "hometask-serve"

    /// The text of the file.
    ///
    /// A user unit cannot depend on the network, which is a system unit, so the server is restarted without a limit
    /// until it can listen. Of the sandboxing options of systemd.exec(5), the unit uses those that need no privileges
    /// and do not break the programs that the server starts: curl, and hometask with its own sandbox.
    var text: String {
        """
        # Written by 'hometask serve --install', which replaces it.
        [Unit]
        Description=The family's tasks for phones
        StartLimitIntervalSec=0

        [Service]
        ExecStart=\(command.map(Self.quoted).joined(separator: " "))
        Restart=on-failure
        RestartSec=5
        # Wrong options stay wrong.
        RestartPreventExitStatus=64
        UMask=0077
        LimitCORE=0
        NoNewPrivileges=yes
        LockPersonality=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
        SystemCallArchitectures=native

        [Install]
        WantedBy=default.target

        """
    }

    /// Quotes a word for systemd, escaping specifiers and variables.
    private static func quoted(_ word: String) -> String {
        var text = "\""
        for character in word {
            switch character {
            case "\"", "\\": text += "\\\(character)"
            case "%": text += "%%"
            case "$": text += "$$"
            default: text.append(character)
            }
        }
        return text + "\""
    }

    /// Writes the unit file into the user's configuration, and returns its path.
    func install() throws -> String {
        guard command.allSatisfy({ !$0.contains("\n") }) else {
            throw ReplicaError(.invalidRequest, "a word with a line break cannot be part of a unit of systemd")
        }
        let folder = try FamilyOptions.folder("XDG_CONFIG_HOME", or: ".config") + "/systemd/user"
        try FamilyOptions.make(folder, mode: 0o755)
        let path = "\(folder)/\(Self.name).service"
        do throws(FileError) {
            try WholeFile.replace(path, with: Array(text.utf8), mode: 0o644, durably: true)
        } catch {
            throw ReplicaError(.inputOutput, "\(error)")
        }
        return path
    }
}
