// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskReplica

extension GitReplica {
    var statusReader: StatusReader { StatusReader(store: store, workTree: workTree) }

    /// The state of the repository. Reads every file's status and every document's `conflicts`.
    public func status() throws -> ReplicaStatus {
        try recovery.run { try statusReader.status() }
    }

    /// When a sync with a remote last succeeded here.
    public func lastSync() throws -> Timestamp? { try statusReader.lastSync() }

    /// The files that somebody edited; none in a bare repository.
    public func handEditedPaths() throws -> [String] {
        try recovery.run { try statusReader.handEditedPaths() }
    }

    /// Records all hand edits in the working tree, in a separate commit.
    public func takeInHandEdits(allowsManyRemovals: Bool) throws -> HandEditReport {
        let intake = HandEditIntake(store: store, branch: branch, workTree: workTree, writer: writer)
        return try recovery.run { try intake.takeIn(allowsManyRemovals: allowsManyRemovals) }
    }
}
