// SPDX-License-Identifier: Apache-2.0

/// The names of branches, here and at a remote.
enum BranchName {
    /// The branch of a new family.
    static let usual = "refs/heads/main"

    private static let folder = "refs/heads/"

    /// Returns a branch's short name, without `refs/heads/`.
    static func short(_ reference: String) -> String {
        reference.hasPrefix(folder) ? String(reference.dropFirst(folder.count)) : reference
    }

    /// Returns the prefix of the tracking references for a remote's branches.
    static func trackingFolder(_ remote: String) -> String { "refs/remotes/\(remote)/" }

    /// Returns the tracking reference for a remote's branch.
    static func tracking(_ remote: String, _ branch: String) -> String {
        trackingFolder(remote) + short(branch)
    }

    /// Returns the remote's branch that a tracking reference stands for; nil for the tracking reference of the remote's
    /// HEAD.
    static func tracked(_ tracking: String, at remote: String) -> String? {
        let name = tracking.dropFirst(trackingFolder(remote).count)
        return name == "HEAD" ? nil : folder + name
    }

    /// Returns whether a reference is a branch that may hold a family's documents.
    static func mayHoldFamily(_ reference: String) -> Bool {
        reference.hasPrefix(folder) && !PhotoPlace.holdsPhotos(reference)
    }
}
