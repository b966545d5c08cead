// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

extension DocumentStorage {
    /// Returns the bytes of those documents that exist in an earlier version; nil if the family has no such version.
    ///
    /// The ids of other objects in the repository, including commits, are not family versions.
    ///
    /// - Throws: `ReplicaError` if the storage cannot be read.
    nonisolated func files(
        _ paths: [DocumentPath], in version: String
    ) async throws -> [DocumentPath: [UInt8]]? {
        do {
            return try await read(at: version) { reader in
                guard reader.version == version, try reader.bytes(at: .family) != nil else { return nil }
                var found: [DocumentPath: [UInt8]] = [:]
                for path in paths { found[path] = try reader.bytes(at: path) }
                return found
            }
        } catch let error as ReplicaError where [.notFound, .invalidRequest, .damaged].contains(error.code) {
            return nil
        }
    }
}
