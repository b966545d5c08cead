// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit

/// Checks whether plain git merges the family's documents field by field here.
struct MergeDriverCheck {
    let store: FamilyStore
    let branch: FamilyBranch
    let clock: @Sendable () -> Timestamp

    func driverFinding(repairs: Bool) throws -> Finding {
        do throws(GitError) {
            if try MergeDriver.isConfigured(store.repository) {
                return Finding(.fine, "merge driver", message: "plain git merges documents field by field here")
            }
            if repairs {
                try MergeDriver.configure(store.repository)
                return Finding(.mended, "merge driver", message: "it was set up in this clone")
            }
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
        return Finding(
            .problem, "merge driver",
            message: "this clone lacks it: a plain 'git merge' would merge documents line by line",
            hint: "\(.repair) sets it up.")
    }

    func attributesFinding(repairs: Bool) throws -> Finding {
        let tip = try store.branch().tip
        if MergeDriver.isNamed(in: try attributes(at: tip)) {
            return Finding(.fine, "attributes", message: ".gitattributes names the merge driver")
        }
        guard repairs, tip != nil, store.repository.state == .clean else {
            return Finding(
                .problem, "attributes", message: "the family's .gitattributes does not name the merge driver",
                hint: "\(.repair) restores it.")
        }
        let sealed = try branch.sealed()
        guard let tip = sealed.tip else { return Finding(.fine, "attributes", message: "there is no commit yet") }
        // The last line that matches a file applies, so hometask's line goes to the end.
        let kept = try attributes(at: tip)
        let lineEnd: [UInt8] = kept.isEmpty || kept.last == 0x0A ? [] : [0x0A]
        let changed = try store.writeTree(
            store.tree(of: tip), [.content(".gitattributes", kept + lineEnd + Array(MergeDriver.attributes.utf8))])
        let commit = try store.writeCommit(
            tree: changed, parents: [tip], author: .hometask(at: clock().seconds),
            message: "hometask put .gitattributes back")
        _ = try branch.publish(commit, on: sealed)
        return Finding(.mended, "attributes", message: ".gitattributes names the merge driver again")
    }

    /// Returns the content of the family's .gitattributes; empty if there is none, or if it is not a file of reasonable
    /// size.
    private func attributes(at commit: ObjectID?) throws -> [UInt8] {
        do {
            guard let tree = try store.tree(of: commit),
                let entry = try store.repository.trees.entry(at: ".gitattributes", in: tree), entry.mode.isFile
            else { return [] }
            return try store.repository.readBlob(entry.id, limit: 1 << 20)
        } catch let error as GitError {
            if error.code == .tooLarge { return [] }
            throw error.replicaError(subject: ".gitattributes")
        }
    }
}
