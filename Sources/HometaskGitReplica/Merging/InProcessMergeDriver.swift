// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging

/// The documents' merge driver in this process, for programs that merge, cherry-pick or rebase a family's commits with
/// libgit2 themselves: the join that `hometask merge-driver` offers to git.
public enum InProcessMergeDriver {
    /// The driver's name in the family's `.gitattributes`; in a bare repository, pass it as the default driver.
    public static let name = "hometask"

    private static let registered: Result<Void, GitError> = Result { () throws(GitError) in
        try MergeDriverRegistration.register(name, join)
    }

    /// Registers the driver with libgit2, which keeps one list for the whole process; a second call does nothing.
    ///
    /// - Throws: `ReplicaError` if other code in this process has taken the name.
    public static func register() throws {
        do throws(GitError) { try registered.get() } catch {
            throw error.replicaError(subject: "the merge driver")
        }
    }

    private static func join(_ versions: MergedVersions) -> DriverOutcome {
        guard versions.path.hasSuffix(".json") else { return .passedOn }
        do throws(DriverRefusal) {
            return .merged(try DriverJoin.join(base: versions.base, ours: versions.ours, theirs: versions.theirs))
        } catch {
            return .conflict
        }
    }
}
