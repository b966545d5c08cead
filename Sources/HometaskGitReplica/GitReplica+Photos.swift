// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskReplica

extension GitReplica {
    var photoErasure: PhotoErasure { PhotoErasure(store: store, recovery: recovery, clock: dependencies.clock) }

    var photoExchange: PhotoExchange {
        PhotoExchange(
            store: store, sender: PhotoSender(store: store, notes: remotePhotos, erasure: photoErasure),
            thumbnails: ThumbnailFetcher(store: store), erasure: photoErasure, recovery: recovery)
    }

    private var remotePhotos: RemotePhotos { RemotePhotos(store: store, clock: dependencies.clock) }

    private var photoStore: PhotoStore {
        PhotoStore(
            store: store, identities: branch.identities, upkeep: upkeepSchedule, recovery: recovery,
            clock: dependencies.clock)
    }

    /// The names that identify an original.
    public nonisolated func photoNames(of original: [UInt8]) throws -> PhotoNames {
        try PhotoStore.names(of: original)
    }

    /// Stores the files of photos.
    public func keepPhotos(_ files: [PhotoFile]) throws -> [KeptPhoto] {
        try recovery.run { try photoStore.keep(files) }
    }

    /// Releases files that were stored for documents which were not written in the end.
    public func releasePhotos(_ drafts: [PhotoDraft]) throws {
        try recovery.run { try photoErasure.release(drafts) }
    }

    /// The original of a photo; nil if this device does not have it.
    ///
    /// - Throws: `ReplicaError` (`damaged`) if the stored file is not the one that the document names.
    public func original(of photo: PhotoRecord) throws -> [UInt8]? {
        try recovery.run { try photoStore.original(of: photo) }
    }

    /// The thumbnail of a photo; nil if there is none or this device does not have it.
    public func thumbnail(of photo: PhotoRecord) throws -> [UInt8]? {
        try recovery.run { try photoStore.thumbnail(of: photo) }
    }

    /// The photos in a list whose originals this device has.
    public func held(_ photos: [PhotoRecord]) throws -> Set<DocumentID> {
        try photoStore.held(photos)
    }

    /// The originals of this device that the default remote does not have, by their ids in git; empty without a remote.
    public func waitingPhotos() throws -> Set<String> {
        try recovery.run { try remotePhotos.waiting() }
    }

    /// Fetches originals that this device does not have, one request after another.
    public func fetchOriginals(
        of photos: [PhotoRecord], remote name: String?, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        do {
            let remotes = try remoteSettings.named([name].compactMap(\.self))
            return try await originalsFetcher(timeout, progress).fetch(photos, from: remotes)
        } catch {
            throw DamageRecovery.translated(error, in: folder)
        }
    }

    /// Fetches the originals that a policy selects.
    public func fetchOriginals(
        by policy: PhotoPolicy?, remotes names: [String], timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let originals = OriginalsPolicy(
            store: store, photos: photoStore, fetcher: originalsFetcher(timeout, progress), clock: dependencies.clock)
        do {
            return try await originals.fetch(policy, from: names)
        } catch {
            throw DamageRecovery.translated(error, in: folder)
        }
    }

    private func originalsFetcher(
        _ timeout: Int, _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) -> OriginalsFetcher {
        OriginalsFetcher(
            store: store, upkeep: upkeepSchedule, timeout: timeout, find: dependencies.findGit,
            progress: progress)
    }

    /// Removes the files of erased photos from this device.
    ///
    /// - Returns: the number of files that are still here, in packs that this program does not write; `git gc` removes
    ///   them from those.
    public func dropErasedPhotos() throws -> Int {
        try photoErasure.drop()
    }
}
