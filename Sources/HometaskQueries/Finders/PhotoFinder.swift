// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds the photos that people name, by words of the caption or by `#` and the start of the id.
public struct PhotoFinder: Sendable {
    /// All readable photos, in the order of their ids, including those in the trash.
    public let photos: [PhotoRecord]

    /// Reads all photos of a version; those that cannot be read are left out.
    ///
    /// - Throws: what the reader throws.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var photos: [PhotoRecord] = []
        try reader.forEachMembers(of: .photo) { _, members in
            if let photo = PhotoRecord(members) { photos.append(photo) }
        }
        self.photos = photos
    }

    /// The one photo that words name.
    ///
    /// - Parameter isTrash: whether only photos in the trash are meant.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func photo(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> PhotoRecord {
        try Reference.one(named: words, among: photos, noun: "photo", isTrash: isTrash)
    }

    /// The photos that words name: several ids, or one photo by words.
    ///
    /// - Returns: each photo once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func photos(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> [PhotoRecord] {
        try Reference.all(named: words, among: photos, noun: "photo", isTrash: isTrash)
    }
}
