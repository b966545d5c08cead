// SPDX-License-Identifier: Apache-2.0

/// The names of branches, here and as a remote had them.
enum BranchName {
    /// A branch's name as people say it.
    static func short(_ reference: String) -> String {
        reference.hasPrefix("refs/heads/") ? String(reference.dropFirst("refs/heads/".count)) : reference
    }

    /// The reference in which a remote's branch is remembered.
    static func tracking(_ remote: String, _ branch: String) -> String {
        "refs/remotes/\(remote)/\(short(branch))"
    }
}
