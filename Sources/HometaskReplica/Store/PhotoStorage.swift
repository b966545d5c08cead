// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The files of photos: originals and thumbnails, on this device and from remotes.
public protocol PhotoStorage: Actor {
    /// Computes the digests of an original. For a large original this takes a while, and may run concurrently with
    /// other work.
    ///
    /// - Throws: `ReplicaError` if the original cannot be stored.
    nonisolated func photoNames(of original: [UInt8]) throws -> PhotoNames

    /// Stores and flushes the files of photos. Documents that refer to the files are written afterwards; an
    /// unreferenced file is harmless.
    ///
    /// - Returns: the stored files, in the same order.
    /// - Throws: `ReplicaError`; files that were stored before the error stay stored.
    nonisolated func keepPhotos(_ files: [PhotoFile]) async throws -> [KeptPhoto]

    /// Releases files that were stored for documents that were never written, so that they are never sent.
    /// Files to which another document refers are kept.
    nonisolated func releasePhotos(_ drafts: [PhotoDraft]) async throws

    /// Returns the original of a photo as attached; nil if this device does not have it.
    nonisolated func original(of photo: PhotoRecord) async throws -> [UInt8]?

    /// Returns the thumbnail of a photo; nil if there is none or this device does not have it. The thumbnail may come
    /// from a remote and need not be a valid picture.
    nonisolated func thumbnail(of photo: PhotoRecord) async throws -> [UInt8]?

    /// Returns those of the given photos whose originals are on this device.
    nonisolated func held(_ photos: [PhotoRecord]) async throws -> Set<DocumentID>

    /// Returns the git object ids of this device's originals that the default remote is not known to have; empty
    /// without a remote.
    nonisolated func waitingPhotos() async throws -> Set<String>

    /// Fetches originals that are not on this device.
    ///
    /// - Parameters:
    ///   - remote: the remote to fetch from; nil for the default remote.
    ///   - timeout: the number of seconds after which a silent remote times out; zero for no limit.
    /// - Returns: the number of fetched originals, which is less than the number of missing ones if the remote lacks
    ///   some. Originals that were fetched before an error are kept.
    /// - Throws: `ReplicaError` (`notFound`) if there is no remote with that name.
    nonisolated func fetchOriginals(
        of photos: [PhotoRecord], remote: String?, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int

    /// Fetches the originals that a device should have by its policy;
    /// ``RemoteSync/sync(_:remotes:removals:timeout:progress:)`` does not. After an interruption, the next call
    /// continues. If nothing has changed since the last complete call, no remote is contacted.
    ///
    /// - Parameters:
    ///   - policy: the policy; nil for the family's default.
    ///   - remotes: the names of the remotes to fetch from; empty for the default remote.
    ///   - timeout: the number of seconds after which a silent remote times out; zero for no limit.
    /// - Returns: the number of fetched originals. A later call looks again for originals that no remote has yet.
    nonisolated func fetchOriginals(
        by policy: PhotoPolicy?, remotes: [String], timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int

    /// Removes the files of erased photos from this device: from its references and from the disk. A sync that receives
    /// an erasure does the same, and also removes the files from remotes.
    ///
    /// - Returns: the number of files that remain because only git can remove them.
    nonisolated func dropErasedPhotos() async throws -> Int
}
