// SPDX-License-Identifier: Apache-2.0

/// The names of branches, here and at a remote.
enum BranchName {
    /// A branch's short name, as people write it.
    static func short(_ reference: String) -> String {
        reference.hasPrefix("refs/heads/") ? String(reference.dropFirst("refs/heads/".count)) : reference
    }

    /// The tracking reference for a remote's branch.
    static func tracking(_ remote: String, _ branch: String) -> String {
        "refs/remotes/\(remote)/\(short(branch))"
    }
}
