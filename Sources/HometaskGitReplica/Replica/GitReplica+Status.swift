// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskReplica

extension GitReplica {
    /// Returns the state of the repository. Reads every file's status and every document's `conflicts`.
    public nonisolated func status() async throws -> ReplicaStatus { try pool.recovering { try $0.status.status() } }

    /// Returns the time of the last successful sync with a remote here.
    public nonisolated func lastSync() async throws -> Timestamp? { try pool.withParts { try $0.status.lastSync() } }

    /// Returns the files edited by hand; none in a bare repository.
    public nonisolated func handEditedPaths() async throws -> [String] {
        try pool.recovering { try $0.status.handEditedPaths() }
    }

    /// Records all hand edits in the working tree, in a separate commit.
    public func takeInHandEdits(allowsManyRemovals: Bool) throws -> HandEditReport {
        try pool.recovering { try $0.handEdits.takeIn(allowsManyRemovals: allowsManyRemovals) }
    }
}
