// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit

extension FamilyStore {
    /// Refuses a clone whose history is cut off or altered on this machine: a merge or a seal would have another result
    /// here than on other devices.
    ///
    /// - Throws: `ReplicaError` (`unsettled`), with the remedy.
    func checkHistory() throws {
        guard let fault = historyFault() else { return }
        throw ReplicaError(
            .unsettled, "part of the family's history is missing here: \(fault.reason)", hint: fault.cure)
    }

    private func historyFault() -> (reason: String, cure: Hint)? {
        if repository.isShallow {
            return ("this clone is shallow", "Run 'git fetch --unshallow' and try again.")
        }
        if let replaced = try? repository.references.all(under: "refs/replace/"), !replaced.isEmpty {
            return (
                "git replaces some commits with others",
                "'git replace -l' lists them, 'git replace -d ID' removes one. Then try again."
            )
        }
        if (try? repository.hasGrafts()) ?? false {
            return (
                "it is grafted",
                "Remove the file \(repository.commonDirectory)info/grafts, run 'git fetch' and try again."
            )
        }
        return nil
    }
}
