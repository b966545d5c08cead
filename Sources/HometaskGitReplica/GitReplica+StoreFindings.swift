// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit

extension GitReplica {
    /// A password in the URL of a remote is for nobody else to read, and better kept elsewhere.
    func passwordFinding(_ repairs: Bool) throws -> Finding? {
        do throws(GitError) {
            let names = try store.repository.remotes().filter { RemoteURL.holdsSecret($0.url) }.map { $0.name }
            if names.isEmpty { return nil }
            let subject = "the URL of the remote \(names.joined(separator: ", "))"
            let hint: Hint =
                "Let a git credential helper store it ('git config --global credential.helper cache'), and set the URL without it: \(.setRemote(names[0]))."
            guard store.repository.areSettingsShared else {
                return Finding(.advice, "password", "\(subject) contains a password, in plain text", hint: hint)
            }
            guard repairs else {
                return Finding(
                    .problem, "password", "\(subject) contains a password that other users can read",
                    hint: "\(.repair) makes the file readable for you only. \(hint)")
            }
            try store.repository.keepSettingsPrivate()
            return Finding(
                .mended, "password", "\(subject) contains a password, which now only you can read", hint: hint)
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
    }

    /// What programs that were killed have left in the object store; a fetch removes it as well.
    func leftoverFinding(_ repairs: Bool) -> Finding? {
        let count = store.repository.leftoverCount()
        if count == 0 { return nil }
        let removed = repairs ? store.repository.removeLeftovers() : 0
        if removed > 0 {
            return Finding(.mended, "leftovers", "\(Self.files(removed)) of killed programs removed from the objects")
        }
        return Finding(
            .advice, "leftovers", "\(Self.files(count)) of killed programs among the objects",
            hint: "\(.repair) removes them, unless a program still has them open.")
    }

    private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}
