// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The documents of a named version, so that results derived from them can be cached by that name.
///
/// It is a protocol so that the index and the commands can read versions without depending on the store.
public protocol VersionReader: DocumentReader {
    /// The name of the version: versions with the same name have the same documents, byte for byte.
    var version: String { get }

    /// The last key (``ManualOrder``) that follows from a time among the tasks that were created at this time; nil if
    /// there is none.
    func lastOrder(ofTasksCreatedAt time: Timestamp) throws(ReplicaError) -> String?

    /// Returns the paths of the documents that differ from another version, in any order; nil if the other version is
    /// not known here (any more).
    func paths(changedSince version: String) throws -> [DocumentPath]?
}
