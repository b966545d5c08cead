// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// That a family's documents are others than they were, however many commits that took.
public struct ReplicaChange: Hashable, Sendable {
    /// The version that was told of before, or that the observer began with.
    public let earlier: String
    /// The version now, as ``VersionReader/version`` names it: what another run of the program may begin with.
    public let version: String
    /// The places whose documents differ between the two, made and removed ones too, in the order of their texts; nil
    /// if the earlier version is not known here (any more), so that any may differ.
    public let paths: [DocumentPath]?

    /// Creates a change between two versions; `paths` is nil if any document may differ.
    public init(earlier: String, version: String, paths: [DocumentPath]?) {
        self.earlier = earlier
        self.version = version
        self.paths = paths
    }

    /// Whether documents of some kinds may differ.
    public func mayConcern(_ kinds: Set<DocumentKind>) -> Bool {
        paths?.contains { kinds.contains($0.kind) } ?? true
    }
}
