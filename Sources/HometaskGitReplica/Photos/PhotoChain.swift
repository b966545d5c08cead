// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskReplica

/// The objects of photos to be stored: a commit for each original, so that originals can be sent one after another, and
/// one for all thumbnails.
struct PhotoChain {
    private typealias IdentifiedObject = (id: ObjectID, object: StoredObject)

    let signature: Signature
    let kept: [KeptPhoto]
    private let files: [IdentifiedObject]
    /// The folders of the originals, one for each, and the folder of the thumbnails; nil if there are none.
    private let folders: (originals: [IdentifiedObject], thumbnails: IdentifiedObject?)
    private var commits: [IdentifiedObject] = []

    init(_ photos: [(file: PhotoFile, names: PhotoNames)], signature: Signature) throws {
        self.signature = signature
        var (files, kept): ([IdentifiedObject], [KeptPhoto]) = ([], [])
        var (folders, thumbnails): ([IdentifiedObject], [(name: String, id: ObjectID)]) = ([], [])
        for (photo, names) in photos {
            let object = StoredObject(kind: .blob, bytes: photo.original)
            let original = (id: try ObjectID(hex: names.git) ?? object.name(), object: object)
            files.append(original)
            folders.append(try Self.identified(.folder(of: [(names.sha256, original.id)])))
            let thumbnail = try photo.thumbnail.map { try Self.identified(StoredObject(kind: .blob, bytes: $0)) }
            if let thumbnail {
                files.append(thumbnail)
                if !thumbnails.contains(where: { $0.name == names.sha256 }) {
                    thumbnails.append((names.sha256, thumbnail.id))
                }
            }
            kept.append(KeptPhoto(names: names, thumbnail: thumbnail.map { "\($0.id)" }))
        }
        (self.files, self.kept) = (files, kept)
        self.folders = (folders, thumbnails.isEmpty ? nil : try Self.identified(.folder(of: thumbnails)))
    }

    /// The objects that keep already stored files.
    ///
    /// - Parameters:
    ///   - originals: the files as they were attached, by their SHA-256.
    ///   - thumbnails: the small pictures, by the SHA-256 of their originals.
    init(
        originals: [(name: String, id: ObjectID)], thumbnails: [(name: String, id: ObjectID)], signature: Signature
    ) throws {
        (files, kept, self.signature) = ([], [], signature)
        folders = (
            try originals.map { try Self.identified(.folder(of: [$0])) },
            thumbnails.isEmpty ? nil : try Self.identified(.folder(of: thumbnails))
        )
    }

    /// Returns whether a commit belongs to a chain of photos, judging by its message.
    static func isLink(_ commit: Commit) -> Bool { messages.contains(commit.message) }

    private static let messages = ["Keep a photo\n", "Keep thumbnails\n"]

    private static func identified(_ object: StoredObject) throws -> IdentifiedObject { (try object.name(), object) }

    /// All objects, ordered so that an object comes before those that refer to it.
    var objects: [(id: ObjectID, object: StoredObject)] {
        files + folders.originals + [folders.thumbnails].compactMap(\.self) + commits
    }

    /// Makes the commits on top of the references' current commits.
    ///
    /// - Parameter tips: of the originals and the thumbnails.
    /// - Returns: the new commits of the references; nil for one that does not move.
    mutating func chain(onto tips: [ObjectID?]) throws -> [ObjectID?] {
        commits = []
        var tip = tips[0]
        for folder in folders.originals { tip = try add(folder, onto: tip, message: Self.messages[0]) }
        let thumbnails = try folders.thumbnails.map { try add($0, onto: tips[1], message: Self.messages[1]) }
        return [tip, thumbnails]
    }

    private mutating func add(_ folder: IdentifiedObject, onto tip: ObjectID?, message: String) throws -> ObjectID {
        let commit = try Self.identified(
            .commit(
                tree: folder.id, parents: [tip].compactMap(\.self), author: signature, committer: signature,
                message: message))
        commits.append(commit)
        return commit.id
    }
}
