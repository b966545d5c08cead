// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments
public import HometaskFamily
import HometaskGit
import HometaskMerging
public import HometaskReplica

/// The files of photos. They lie outside the documents' history, below references of this device's own; documents name
/// them by SHA-256 and by their ids in git. The files are on the disk before a document names them.
extension GitReplica {
    /// What an original is known by.
    public nonisolated func photoNames(of original: [UInt8]) throws -> PhotoNames {
        do throws(GitError) {
            let git = try StoredObject(kind: .blob, bytes: original).name()
            return PhotoNames(sha256: FileDigest.sha256(original), git: "\(git)")
        } catch {
            throw error.replicaError(subject: "a photo")
        }
    }

    /// Keeps the files of photos.
    public func keepPhotos(_ files: [PhotoFile]) throws -> [KeptPhoto] {
        try recovering {
            var kept: [KeptPhoto] = []
            var rest = files[...]
            while !rest.isEmpty {
                // What is put into one pack is in memory once more.
                let part = PhotoPortion.first(of: rest, bytes: PhotoPortion.bytesInMemory) { $0.original.count }
                kept += try keep(Array(part))
                rest = rest.dropFirst(part.count)
            }
            return kept
        }
    }

    private func keep(_ files: [PhotoFile]) throws -> [KeptPhoto] {
        let actor = try currentIdentity(store.branch()).actor
        var draft = try PhotoChain(
            files.map { ($0, try $0.names ?? photoNames(of: $0.original)) },
            signature: Signature(name: "hometask", email: "hometask@localhost", seconds: now.seconds))
        for attempt in 0..<Self.attempts {
            let names = PhotoReferences.Content.allCases.map { PhotoReferences.name($0, of: actor, at: now) }
            let before = try names.map { try store.repository.reference($0) }
            let tips = try draft.chain(onto: before)
            try store.repository.storeKept(draft.objects)
            hasNewPhotoPacks = true
            if try move(zip(names, before), to: tips, draft.signature) { return draft.kept }
            pause(attempt)
        }
        throw ReplicaError(
            .busy, "other programs kept photos of this family \(Self.attempts) times in a row while this one tried to",
            hint: "Nothing was changed; run the command again.")
    }

    /// Moves the references that have somewhere to go, and waits until that is on the disk.
    ///
    /// - Returns: false where another process was faster with one.
    private func move(
        _ references: Zip2Sequence<[String], [ObjectID?]>, to tips: [ObjectID?], _ signature: Signature
    ) throws -> Bool {
        for ((name, before), tip) in zip(references, tips) {
            guard let tip else { continue }
            let outcome = try store.repository.moveReference(
                name, from: before, to: tip, signature: signature, message: "\(Self.reflogPrefix)photos")
            guard outcome == .moved else { return false }
            try store.repository.flushReference(name)
        }
        return true
    }

    /// The original of a photo; nil where this device does not hold it.
    ///
    /// - Throws: `ReplicaError` (`damaged`) where what is held is not the file that the document names.
    public func original(of photo: PhotoRecord) throws -> [UInt8]? {
        try recovering {
            guard let id = photo.git.flatMap({ ObjectID(hex: $0) }), store.repository.contains(id) else { return nil }
            let bytes = try store.repository.readBlob(id, limit: PhotoFile.largestOriginal)
            guard FileDigest.sha256(bytes) == photo.sha256 else {
                throw ReplicaError(
                    .unreadableDocument, "the file of ‘\(photo.name)’ is not the one that was attached",
                    hint: "\(.verifyPhotos) checks all of them.")
            }
            return bytes
        }
    }

    /// The small picture of a photo; nil where there is none, or this device does not hold it.
    public func thumbnail(of photo: PhotoRecord) throws -> [UInt8]? {
        try recovering {
            guard let id = photo.thumbnail.flatMap({ ObjectID(hex: $0) }), store.repository.contains(id) else {
                return nil
            }
            return try? store.repository.readBlob(id, limit: PhotoFile.largestThumbnail)
        }
    }

    /// Those of some photos whose originals this device holds.
    public func held(_ photos: [PhotoRecord]) throws -> Set<DocumentID> {
        try recovering {
            let ids = photos.compactMap { photo in photo.git.flatMap { ObjectID(hex: $0) }.map { (photo.id, $0) } }
            let missing = Set(try store.repository.missing(ids.map(\.1)))
            return Set(ids.filter { !missing.contains($0.1) }.map(\.0))
        }
    }
}

/// The objects of photos that are to be kept: a commit for each original, so that they can be sent one after the other,
/// and one for all thumbnails.
private struct PhotoChain {
    private typealias Named = (id: ObjectID, object: StoredObject)

    let signature: Signature
    let kept: [KeptPhoto]
    private let files: [Named]
    /// The folders of the originals, one each, and that of the thumbnails; nil where there are none.
    private let folders: (originals: [Named], thumbnails: Named?)
    private var commits: [Named] = []

    init(_ photos: [(file: PhotoFile, names: PhotoNames)], signature: Signature) throws {
        self.signature = signature
        var (files, kept): ([Named], [KeptPhoto]) = ([], [])
        var (folders, thumbnails): ([Named], [(name: String, id: ObjectID)]) = ([], [])
        for (photo, names) in photos {
            let object = StoredObject(kind: .blob, bytes: photo.original)
            let original = (id: try ObjectID(hex: names.git) ?? object.name(), object: object)
            files.append(original)
            folders.append(try Self.named(.folder(of: [(names.sha256, original.id)])))
            let thumbnail = try photo.thumbnail.map { try Self.named(StoredObject(kind: .blob, bytes: $0)) }
            if let thumbnail {
                files.append(thumbnail)
                if !thumbnails.contains(where: { $0.name == names.sha256 }) {
                    thumbnails.append((names.sha256, thumbnail.id))
                }
            }
            kept.append(KeptPhoto(names: names, thumbnail: thumbnail.map { "\($0.id)" }))
        }
        (self.files, self.kept) = (files, kept)
        self.folders = (folders, thumbnails.isEmpty ? nil : try Self.named(.folder(of: thumbnails)))
    }

    private static func named(_ object: StoredObject) throws -> Named { (try object.name(), object) }

    /// All objects, of which those come first that others name.
    var objects: [(id: ObjectID, object: StoredObject)] {
        files + folders.originals + [folders.thumbnails].compactMap(\.self) + commits
    }

    /// Makes the commits onto where the references stand.
    ///
    /// - Parameter tips: of the originals and the thumbnails.
    /// - Returns: where the references are to stand; nil where one stays.
    mutating func chain(onto tips: [ObjectID?]) throws -> [ObjectID?] {
        commits = []
        var tip = tips[0]
        for folder in folders.originals { tip = try add(folder, onto: tip, "Keep a photo\n") }
        let thumbnails = try folders.thumbnails.map { try add($0, onto: tips[1], "Keep thumbnails\n") }
        return [tip, thumbnails]
    }

    private mutating func add(_ folder: Named, onto tip: ObjectID?, _ message: String) throws -> ObjectID {
        let commit = try Self.named(
            .commit(
                tree: folder.id, parents: [tip].compactMap(\.self), author: signature, committer: signature,
                message: message))
        commits.append(commit)
        return commit.id
    }
}
