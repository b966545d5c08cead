// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskReplica

/// Checks and prints the remotes of a session's family.
struct FamilyRemotes: Sendable {
    let replica: any RemoteSync
    let output: Output

    /// Throws an error if no remote has the name.
    ///
    /// - Parameter advice: the hint if there is no remote at all.
    func require(_ name: String, otherwise advice: String) async throws {
        let names = try await replica.remotes().map(\.name)
        guard !names.contains(name) else { return }
        throw ReplicaError(
            .notFound, "there is no remote called ‘\(name)’",
            hint: names.isEmpty ? "\(advice)" : "Remotes: \(names.joined(separator: ", ")).")
    }

    /// Throws an error if a remote already has the name.
    func requireNone(named name: String) async throws {
        guard let remote = try await replica.remotes().first(where: { $0.name == name }) else { return }
        throw ReplicaError(
            .alreadyExists, "a remote called ‘\(name)’ already exists: \(remote.url)",
            hint: "'hometask remote set \(name) URL' changes its URL.")
    }

    /// Returns advice on syncing with a remote; the default remote needs no name.
    func syncAdvice(for name: String) async throws -> String {
        let remotes = try await replica.remotes()
        guard let usual = Remote.usual(of: remotes)?.name, usual != name else {
            return "'hometask sync' exchanges changes with it."
        }
        return """
            'hometask sync' goes on to use ‘\(usual)’ alone; 'hometask sync \(name)' exchanges changes with the new one, \
            and 'hometask sync --all' with \(remotes.count == 2 ? "both" : "all of them").
            """
    }

    /// Returns the command that exchanges changes with a remote.
    func syncCommand(for name: String) async throws -> String {
        let usual = Remote.usual(of: try await replica.remotes())
        return usual?.name == name ? "hometask sync" : "hometask sync \(name)"
    }

    /// Warns if the URL of a remote contains a password, because it is stored as plain text.
    ///
    /// - Parameter isRemark: whether standard output is for a program, so that the advice goes to standard error.
    func warnAboutPassword(in name: String, isRemark: Bool = false) async throws {
        guard try await replica.remotes().contains(where: { $0.name == name && $0.holdsPassword }) else {
            return
        }
        let advice = """
            Its URL contains a password, which is stored as plain text in the repository's settings; only you can \
            read that file. It is better to let git store it: 'git config --global credential.helper cache', then \
            set the URL without it: 'hometask remote set \(name) URL'.
            """
        if isRemark { output.remark(advice) } else { try output.say(advice) }
    }

    /// Prints a note if the local folder of a remote is missing: its disk may not be mounted.
    func remarkMissingFolder(_ url: String, of name: String) {
        guard url.hasPrefix("/"), !FolderRemoval.exists(url) else { return }
        output.remark(
            """
            note: \(url) is not there; if it is on a separate disk, mount that before you sync, otherwise \
            'hometask remote set \(name) URL' names another place
            """)
    }

    /// Prints the state of a remote after a change as JSON.
    func print(_ name: String) async throws {
        guard let remote = try await replica.remotes().first(where: { $0.name == name }) else { return }
        try output.print(RemoteJSON.value(remote))
    }
}
