// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskReplica

extension GitReplica {
    /// Returns the names that identify an original.
    public nonisolated func photoNames(of original: [UInt8]) throws -> PhotoNames {
        try PhotoStore.names(of: original)
    }

    /// Stores the files of photos.
    public nonisolated func keepPhotos(_ files: [PhotoFile]) async throws -> [KeptPhoto] {
        try pool.recovering { try $0.photos.files.keep(files) }
    }

    /// Releases files that were stored for documents that were never written.
    public nonisolated func releasePhotos(_ drafts: [PhotoDraft]) async throws {
        try pool.recovering { try $0.photos.erasure.release(drafts) }
    }

    /// Returns the original of a photo; nil if this device does not have it.
    ///
    /// - Throws: `ReplicaError` (`damaged`) if the stored file is not the one that the document names.
    public nonisolated func original(of photo: PhotoRecord) async throws -> [UInt8]? {
        try pool.recovering { try $0.photos.files.original(of: photo) }
    }

    /// Returns the thumbnail of a photo; nil if there is none or this device does not have it.
    public nonisolated func thumbnail(of photo: PhotoRecord) async throws -> [UInt8]? {
        try pool.recovering { try $0.photos.files.thumbnail(of: photo) }
    }

    /// Returns the photos in a list whose originals this device has.
    public nonisolated func heldPhotos(among photos: [PhotoRecord]) async throws -> Set<DocumentID> {
        try pool.withParts { try $0.photos.files.heldPhotos(among: photos) }
    }

    /// Returns the originals of this device that the default remote does not have, by their ids in git; empty without a
    /// remote.
    public nonisolated func waitingPhotos() async throws -> Set<String> {
        try pool.recovering { try $0.photos.remotes.waiting() }
    }

    /// Fetches originals that this device does not have, one request after another.
    public nonisolated func fetchOriginals(
        of photos: [PhotoRecord], remote name: String?, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        try await pool.withParts { parts in
            let remotes = try parts.remoteSettings.named([name].compactMap(\.self))
            return try await parts.photos.fetcher(timeout: timeout, progress: progress).fetch(photos, from: remotes)
        }
    }

    /// Fetches the originals that a policy selects.
    public nonisolated func fetchOriginals(
        by policy: PhotoPolicy?, remotes names: [String], timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        try await pool.withParts { parts in
            let fetcher = parts.photos.fetcher(timeout: timeout, progress: progress)
            let originals = OriginalsPolicy(
                store: parts.store, photos: parts.photos.files, fetcher: fetcher, clock: parts.dependencies.clock)
            return try await originals.fetch(policy, from: names)
        }
    }

    /// Removes the files of erased photos from this device.
    ///
    /// - Returns: the number of files that are still here, in packs that this program does not write; `git gc` removes
    ///   them from those.
    public nonisolated func dropErasedPhotos() async throws -> Int {
        try pool.withParts { try $0.photos.erasure.drop() }
    }
}
