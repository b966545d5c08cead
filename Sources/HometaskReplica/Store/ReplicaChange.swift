// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A change of a family's documents between two versions, over any number of commits.
public struct ReplicaChange: Hashable, Sendable {
    /// The previously reported version, or the observer's initial version.
    public let earlier: String
    /// The present version, as in ``VersionReader/version``; a later run of the program can start from it.
    public let version: String
    /// The paths of the documents that differ, including new and removed ones, sorted as texts; nil if the earlier
    /// version is not known here (any more), so that any document may differ.
    public let paths: [DocumentPath]?

    /// Creates a change between two versions; `paths` is nil if any document may differ.
    public init(earlier: String, version: String, paths: [DocumentPath]?) {
        self.earlier = earlier
        self.version = version
        self.paths = paths
    }

    /// Whether documents of certain kinds may differ.
    public func mayConcern(_ kinds: Set<DocumentKind>) -> Bool {
        paths?.contains { kinds.contains($0.kind) } ?? true
    }
}
