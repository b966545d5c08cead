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

    /// The arguments of the server in the unit that is installed; nil if there is none, or it was written by hand.
    static func installedArguments() -> [String]? {
        guard let path = try? path(), let bytes = try? WholeFile.read(path, limit: 100_000),
            let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first(where: {
                $0.hasPrefix("ExecStart=\"")
            })
        else { return nil }
        let words = unquoted(line.dropFirst("ExecStart=".count))
        return words.count > 1 && words[1] == "run" ? Array(words.dropFirst(2)) : nil
    }

    /// Splits a line of words that are quoted as by ``quoted(_:)``.
    private static func unquoted(_ line: Substring) -> [String] {
        var (words, word, rest): ([String], String?, Substring) = ([], nil, line)
        while let character = rest.popFirst() {
            switch (character, word) {
            case ("\"", nil): word = ""
            case ("\"", let ended?): (words, word) = (words + [ended], nil)
            case ("\\", .some), ("%", .some), ("$", .some): word?.append(rest.popFirst() ?? character)
            default: word?.append(character)
            }
        }
        return words
    }

    /// The path of the unit file in the user's configuration.
    private static func path() throws -> String {
        try FamilyOptions.folder("XDG_CONFIG_HOME", or: ".config") + "/systemd/user/\(name).service"
    }

    /// Writes the unit file into the user's configuration, and returns its path.
    func install() throws -> String {
        guard command.allSatisfy({ !$0.contains("\n") }) else {
            throw ReplicaError(.invalidRequest, "a word with a line break cannot be part of a unit of systemd")
        }
        let path = try Self.path()
        try FamilyOptions.make(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)), mode: 0o755)
        do throws(FileError) {
            try WholeFile.replace(path, with: Array(text.utf8), mode: 0o644, durably: true)
        } catch {
            throw ReplicaError(.inputOutput, "\(error)")
        }
        return path
    }
}
