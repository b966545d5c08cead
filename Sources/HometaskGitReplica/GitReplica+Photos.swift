// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskReplica

extension GitReplica {
    var photoLibrary: PhotoLibrary {
        PhotoLibrary(
            store: store, identities: branch.identities, upkeep: upkeepSchedule, recovery: recovery,
            dependencies: dependencies)
    }

    /// The names that identify an original.
    public nonisolated func photoNames(of original: [UInt8]) throws -> PhotoNames {
        try PhotoStore.names(of: original)
    }

    /// Stores the files of photos.
    public func keepPhotos(_ files: [PhotoFile]) throws -> [KeptPhoto] {
        try recovery.run { try photoLibrary.files.keep(files) }
    }

    /// Releases files that were stored for documents which were not written in the end.
    public func releasePhotos(_ drafts: [PhotoDraft]) throws {
        try recovery.run { try photoLibrary.erasure.release(drafts) }
    }

    /// The original of a photo; nil if this device does not have it.
    ///
    /// - Throws: `ReplicaError` (`damaged`) if the stored file is not the one that the document names.
    public func original(of photo: PhotoRecord) throws -> [UInt8]? {
        try recovery.run { try photoLibrary.files.original(of: photo) }
    }

    /// The thumbnail of a photo; nil if there is none or this device does not have it.
    public func thumbnail(of photo: PhotoRecord) throws -> [UInt8]? {
        try recovery.run { try photoLibrary.files.thumbnail(of: photo) }
    }

    /// The photos in a list whose originals this device has.
    public func held(_ photos: [PhotoRecord]) throws -> Set<DocumentID> {
        try photoLibrary.files.held(photos)
    }

    /// The originals of this device that the default remote does not have, by their ids in git; empty without a remote.
    public func waitingPhotos() throws -> Set<String> {
        try recovery.run { try photoLibrary.remotes.waiting() }
    }

    /// Fetches originals that this device does not have, one request after another.
    public func fetchOriginals(
        of photos: [PhotoRecord], remote name: String?, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        do {
            let remotes = try remoteSettings.named([name].compactMap(\.self))
            return try await photoLibrary.fetcher(timeout: timeout, progress: progress).fetch(photos, from: remotes)
        } catch {
            throw DamageRecovery.translated(error, in: folder)
        }
    }

    /// Fetches the originals that a policy selects.
    public func fetchOriginals(
        by policy: PhotoPolicy?, remotes names: [String], timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let library = photoLibrary
        let originals = OriginalsPolicy(
            store: store, photos: library.files, fetcher: library.fetcher(timeout: timeout, progress: progress),
            clock: dependencies.clock)
        do {
            return try await originals.fetch(policy, from: names)
        } catch {
            throw DamageRecovery.translated(error, in: folder)
        }
    }

    /// Removes the files of erased photos from this device.
    ///
    /// - Returns: the number of files that are still here, in packs that this program does not write; `git gc` removes
    ///   them from those.
    public func dropErasedPhotos() throws -> Int {
        try photoLibrary.erasure.drop()
    }
}
