// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// The files of photos on this device. They are outside the documents' history, below references of this device's own.
/// Documents name them by SHA-256 and by their ids in git. A file is flushed before a document names it.
struct PhotoStore {
    let store: FamilyStore
    let identities: IdentityStore
    let upkeep: UpkeepSchedule
    let recovery: DamageRecovery
    let clock: @Sendable () -> Timestamp

    /// Returns the names that identify an original.
    static func names(of original: [UInt8]) throws -> PhotoNames {
        do throws(GitError) {
            let git = try StoredObject(kind: .blob, bytes: original).name()
            return PhotoNames(sha256: FileDigest.sha256(original), git: "\(git)")
        } catch {
            throw error.replicaError(subject: "a photo")
        }
    }

    /// Stores the files of photos.
    func keep(_ files: [PhotoFile]) throws -> [KeptPhoto] {
        var kept: [KeptPhoto] = []
        var rest = files[...]
        while !rest.isEmpty {
            // The objects of one pack are in memory a second time while it is built.
            let part = PhotoPortion.first(of: rest, bytes: PhotoPortion.bytesInMemory) { $0.original.count }
            kept += try keepTogether(Array(part))
            rest = rest.dropFirst(part.count)
        }
        return kept
    }

    private func keepTogether(_ files: [PhotoFile]) throws -> [KeptPhoto] {
        let actor = try identities.current().actor
        var draft = try PhotoChain(
            files.map { ($0, try $0.names ?? Self.names(of: $0.original)) },
            signature: .hometask(at: clock().seconds))
        return try Contention.retrying(or: Self.overtaken) {
            let now = clock()
            let names = PhotoReferences.Content.allCases.map { PhotoReferences.name($0, of: actor, at: now) }
            let before = try names.map { try store.repository.references.target(of: $0) }
            let tips = try draft.chain(onto: before)
            try store.repository.packs.storeKept(draft.objects)
            upkeep.notePhotoPacks()
            return try move(zip(names, before), to: tips, signature: draft.signature) ? draft.kept : nil
        }
    }

    private static var overtaken: ReplicaError {
        ReplicaError(
            .busy,
            "other programs stored photos of this family \(Contention.attempts) times in a row while this one tried to",
            hint: "Nothing was changed; try again.")
    }

    /// Moves the changed references, and flushes them.
    ///
    /// - Returns: false if another process moved one of them first.
    private func move(
        _ references: Zip2Sequence<[String], [ObjectID?]>, to tips: [ObjectID?], signature: Signature
    ) throws -> Bool {
        for ((name, before), tip) in zip(references, tips) {
            guard let tip else { continue }
            let outcome = try store.repository.references.move(
                name, from: before, to: tip, signature: signature, message: "\(FamilyBranch.reflogPrefix)photos")
            guard outcome == .moved else { return false }
            try store.repository.references.flushReference(name)
        }
        return true
    }

    /// Returns the original of a photo; nil if this device does not have it.
    ///
    /// - Throws: `ReplicaError` (`damaged`) if the stored file is not the one that the document names.
    func original(of photo: PhotoRecord) throws -> [UInt8]? {
        guard let id = photo.git.flatMap({ ObjectID(hex: $0) }), store.repository.contains(id) else { return nil }
        let bytes = try store.repository.readBlob(id, limit: PhotoFile.largestOriginal)
        guard FileDigest.sha256(bytes) == photo.sha256 else {
            throw ReplicaError(
                .unreadableDocument, "the file of ‘\(photo.name)’ is not the one that was attached",
                hint: "\(.verifyPhotos) checks all of them.")
        }
        return bytes
    }

    /// Returns the thumbnail of a photo; nil if there is none or this device does not have it.
    func thumbnail(of photo: PhotoRecord) throws -> [UInt8]? {
        guard let id = photo.thumbnail.flatMap({ ObjectID(hex: $0) }), store.repository.contains(id) else {
            return nil
        }
        return try? store.repository.readBlob(id, limit: PhotoFile.largestThumbnail)
    }

    /// Returns the photos in a list whose originals this device has.
    func heldPhotos(among photos: [PhotoRecord]) throws -> Set<DocumentID> {
        let ids = photos.compactMap { photo in photo.git.flatMap { ObjectID(hex: $0) }.map { (photo.id, $0) } }
        let missing = Set(try recovery.run { try store.repository.missing(ids.map(\.1)) })
        return Set(ids.filter { !missing.contains($0.1) }.map(\.0))
    }
}
