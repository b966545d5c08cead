// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// A second branch of a family at a remote, with changes that are not here. It appears if the branch was renamed at the
/// remote and a device sent the family there under the old name. Devices that sync with different branches do not see
/// each other's changes.
public struct OtherBranch: Hashable, Sendable {
    /// The name of the remote on this device.
    public let remote: String
    /// The short name of the branch at the remote.
    public let name: String
    /// The short name of the branch at the remote that this device syncs with.
    public let synced: String
    /// The number of commits of the branch that are not here; nil if they have not been fetched.
    public let changes: Int?
    /// The git command that makes this device sync with the other branch.
    public let command: String

    /// Creates a description of another branch.
    public init(remote: String, name: String, synced: String, changes: Int?, command: String) {
        self.remote = remote
        self.name = name
        self.synced = synced
        self.changes = changes
        self.command = command
    }

    /// The finding, with instructions for merging the two branches.
    public var finding: Finding {
        let words = changes.map { "\($0) \($0 == 1 ? "change" : "changes") that \($0 == 1 ? "is" : "are") not here" }
        return Finding(
            .problem, "branch",
            message: "‘\(remote)’ has a second branch of this family, ‘\(name)’, with "
                + "\(words ?? "changes that are not here"); this device syncs with ‘\(synced)’",
            hint: """
                To join them, run '\(command)', then \(.sync), and then 'git push \(remote) :\(synced)': devices \
                that synced with ‘\(synced)’ follow.
                """)
    }
}
