// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// Checks the files of all references.
struct ReferenceCheck {
    let store: FamilyStore

    /// Findings about references whose files hold no commit, as after a power cut.
    ///
    /// - Parameter repairs: whether to repair those of photos, and to remove those that only record a remote's state.
    func findings(repairs: Bool) -> [Finding] {
        let torn = store.repository.references.torn(in: "refs")
        let removed = repairs ? PhotoReferences.records.flatMap { store.repository.references.removeTorn(in: $0) } : []
        let mended = repairs ? (try? PhotoRecovery(store: store).recover()) ?? [] : []
        return torn.map { name in
            let message = "the file of \(name) holds no commit, as after a power cut"
            if removed.contains(name) {
                return Finding(.mended, "reference", message: "\(message): removed; the next sync creates it again")
            }
            if mended.contains(name) {
                return Finding(
                    .mended, "reference",
                    message: "\(message): written anew, with what a remote has and the other photos here")
            }
            return Finding(.problem, "reference", message: message, hint: hint(name))
        }
    }

    private func hint(_ name: String) -> Hint {
        if PhotoReferences.records.contains(where: { name.hasPrefix($0 + "/") }) {
            return "It records what a remote has: the next \(.sync) creates it again."
        }
        if PhotoPlace.references.reference(name) != nil {
            return "It keeps photos of this device: the next \(.sync) mends it."
        }
        return """
            'git reflog show \(name)' and 'git fsck --lost-found' list commits that it may have held; remove the \
            file, and set it with 'git update-ref \(name) COMMIT'.
            """
    }
}
