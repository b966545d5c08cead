// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension DocumentStorage {
    /// Observes the changes of the documents since a version, or from now on.
    ///
    /// - Parameter version: the version that the caller knows, from a reader or an earlier change; nil for the one at
    ///   the time of the call.
    public nonisolated func changes(since version: String? = nil) async throws -> ReplicaChanges {
        if let version { return ReplicaChanges(of: self, since: version) }
        return ReplicaChanges(of: self, since: try await read { $0.version })
    }

    /// Returns the difference from a version; nil if the version is still current, or while HEAD is off its branch.
    nonisolated func change(since version: String) async throws -> ReplicaChange? {
        do {
            return try await read { reader in
                if reader.version == version { return nil }
                let paths = try reader.paths(changedSince: version)
                return ReplicaChange(
                    earlier: version, version: reader.version, paths: paths?.sorted { $0.text < $1.text })
            }
        } catch let error as ReplicaError where error.code == .unsettled {
            return nil
        }
    }
}
