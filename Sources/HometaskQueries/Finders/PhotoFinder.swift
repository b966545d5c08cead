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
        let found = try self.photos(words, isTrash: isTrash)
        guard found.count == 1 else {
            throw ReplicaError(
                .invalidRequest, "‘\(words.joined(separator: " "))’ names \(found.count) photos, but one is expected")
        }
        return found[0]
    }

    /// The photos that words name: several ids, or one photo by words.
    ///
    /// - Returns: each photo once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func photos(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> [PhotoRecord] {
        let things = photos.map { NamedThing(id: $0.id, name: $0.name, isDeleted: $0.isDeleted) }
        var found: [PhotoRecord] = []
        for reference in try Reference.each(words, noun: "photo") {
            let id = try reference.resolve(among: things, noun: "photo", isTrash: isTrash)
            guard !found.contains(where: { $0.id == id }) else { continue }
            found += photos.filter { $0.id == id }
        }
        return found
    }
}
