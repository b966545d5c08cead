// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds photos by reference: by words of the caption (or, for a photo without a caption, of the subject's name), or by
/// `#` and the start of the id.
public struct PhotoFinder: Sendable {
    /// All readable photos, in the order of their ids, including those in the trash.
    public let photos: [PhotoRecord]

    /// Reads all photos of a version, skipping unreadable ones.
    ///
    /// - Throws: any error of the reader.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var photos: [PhotoRecord] = []
        try reader.forEachMembers(of: .photo) { _, members in
            if let photo = PhotoRecord(members) { photos.append(photo) }
        }
        self.photos = photos
    }

    /// Returns the only photo that matches the words.
    ///
    /// - Parameters:
    ///   - words: the words of the caption or the subject's name, or `#` and the start of the id.
    ///   - isTrash: whether to search the photos in the trash instead.
    ///   - reader: the reader of the version that contains the photos.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func photo(
        _ words: [String], isTrash: Bool = false, reading reader: DocumentReader
    ) throws(ReplicaError) -> PhotoRecord {
        try Reference.one(named: words, among: named(by: words, reader), noun: "photo", isTrash: isTrash).photo
    }

    /// Returns the photos that the words refer to: several ids, or one photo by words.
    ///
    /// - Returns: each photo once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func photos(
        _ words: [String], isTrash: Bool = false, reading reader: DocumentReader
    ) throws(ReplicaError) -> [PhotoRecord] {
        try Reference.all(named: words, among: named(by: words, reader), noun: "photo", isTrash: isTrash).map {
            $0.photo
        }
    }

    /// A photo with its search name.
    private struct NamedPhoto: NamedThing {
        let photo: PhotoRecord
        let name: String

        var id: DocumentID { photo.id }
        var isDeleted: Bool { photo.isDeleted }
    }

    /// Returns the photos with their search names. Without a caption, the name includes the subject: `photo of
    /// 2026-11-21, Feed the fish`. Subjects are read only if one of the words is not an id.
    private func named(by words: [String], _ reader: DocumentReader) throws(ReplicaError) -> [NamedPhoto] {
        let isID = words.allSatisfy { $0.hasPrefix("#") }
        let plain = isID ? [] : photos.filter { ($0.caption ?? "").isEmpty }
        let subjects = try SubjectNames(of: plain, reading: reader)
        return photos.map { photo in
            let subject = (photo.caption ?? "").isEmpty ? subjects.name(of: photo.aboutKind, photo.aboutID) : nil
            return NamedPhoto(photo: photo, name: subject.map { "\(photo.name), \($0)" } ?? photo.name)
        }
    }
}
