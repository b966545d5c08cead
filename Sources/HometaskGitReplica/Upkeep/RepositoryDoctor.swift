// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// Examines the repository and, on request, repairs what can be repaired without losing anything.
struct RepositoryDoctor {
    let store: FamilyStore
    let mergeDriver: MergeDriverCheck
    let family: FamilyDocumentCheck
    let documents: DocumentCheck
    let workTree: WorkTreeCheck
    let remotes: RemoteCheck
    let erasure: PhotoErasure

    /// Returns the findings of all checks.
    ///
    /// - Parameter repairs: whether to repair what can be repaired.
    func findings(repairs: Bool) throws -> [Finding] {
        let objects = ObjectStoreCheck(store: store)
        var findings = [try branchFinding()]
        findings.append(try mergeDriver.driverFinding(repairs: repairs))
        findings.append(try mergeDriver.attributesFinding(repairs: repairs))
        findings += try family.findings(repairs: repairs) + documents.findings(repairs: repairs)
        findings += try workTree.handEditFindings() + workTree.hiddenFileFindings(repairs: repairs)
        findings.append(try objects.looseObjectsFinding(repairs: repairs))
        findings += [remotes.gitFinding(), try documents.forkFinding()].compactMap { $0 }
        findings += try remotes.remoteFindings() + remotes.lockFindings(repairs: repairs) + erasure.findings()
        findings += try remotes.branchFindings()
        findings += [try remotes.passwordFinding(repairs: repairs)].compactMap { $0 }
        findings += [objects.leftoverFinding(repairs: repairs)].compactMap { $0 }
        return findings
    }

    private func branchFinding() throws -> Finding {
        let branch = try store.branch()
        if store.repository.state != .clean {
            return Finding(
                .problem, "branch", message: "git is in the middle of \(store.repository.state)",
                hint: "Finish or abort it, for instance with 'git merge --abort'.")
        }
        return Finding(.fine, "branch", message: "\(BranchName.short(branch.name)), no operation in progress")
    }
}
