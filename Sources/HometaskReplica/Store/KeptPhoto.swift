// SPDX-License-Identifier: Apache-2.0

/// The files of a photo in the store.
public struct KeptPhoto: Hashable, Sendable {
    /// The digests of the original.
    public let names: PhotoNames
    /// The object id of the thumbnail in git; nil if there is none.
    public let thumbnail: String?

    /// Creates a description of stored files.
    public init(names: PhotoNames, thumbnail: String?) {
        self.names = names
        self.thumbnail = thumbnail
    }
}
