// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// Checks the files of all references.
struct ReferenceCheck {
    let store: FamilyStore

    /// Findings about references whose files hold no commit, as after a power cut.
    ///
    /// - Parameter repairs: whether to remove those that only record what a remote has.
    func findings(repairs: Bool) -> [Finding] {
        let torn = store.repository.references.torn(in: "refs")
        let removed = repairs ? PhotoReferences.records.flatMap { store.repository.references.removeTorn(in: $0) } : []
        return torn.map { name in
            let message = "the file of \(name) holds no commit, as after a power cut"
            guard PhotoReferences.records.contains(where: { name.hasPrefix($0 + "/") }) else {
                return Finding(
                    .problem, "reference", message: message,
                    hint: "'git reflog show \(name)' and 'git fsck --lost-found' list commits that it may have held; "
                        + "remove the file, and set it with 'git update-ref \(name) COMMIT'.")
            }
            guard removed.contains(name) else {
                return Finding(
                    .problem, "reference", message: message,
                    hint: "It records what a remote has: the next \(.sync) creates it again.")
            }
            return Finding(.mended, "reference", message: "\(message): removed; the next sync creates it again")
        }
    }
}
