// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The documents of a version with a name, so that results derived from them can be stored and found again.
///
/// It is a protocol because the index and the commands read versions without knowing the store that has them.
public protocol VersionReader: DocumentReader {
    /// The name of the version: versions with the same name have the same documents, byte for byte.
    var version: String { get }

    /// The last key (``ManualOrder``) that follows from a time among the tasks that were created at this time; nil if
    /// there is none.
    func lastOrder(ofTasksCreatedAt time: Timestamp) throws(ReplicaError) -> String?

    /// The paths of the documents that differ in another version, in any order; nil if the other version is not known
    /// here (any more).
    func paths(changedSince version: String) throws -> [DocumentPath]?
}
