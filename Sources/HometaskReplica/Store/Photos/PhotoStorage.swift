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
    nonisolated func heldPhotos(among photos: [PhotoRecord]) async throws -> Set<DocumentID>

    /// Returns the git object ids of this device's originals that the default remote is not known to have; empty
    /// without a remote.
    nonisolated func waitingPhotos() async throws -> Set<String>

    /// Fetches originals that are not on this device.
    ///
    /// - Parameters:
    ///   - photos: the photos; those whose originals are on this device are left out.
    ///   - remote: the remote to fetch from; nil for the default remote.
    ///   - timeout: the number of seconds after which a silent remote times out; zero for no limit.
    ///   - progress: called with the events of the exchange, to show them.
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
    ///   - progress: called with the events of the exchange, to show them.
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

/// The files of a photo in the store.
public struct KeptPhoto: Hashable, Sendable {
    /// The digests of the original.
    public let names: PhotoNames
    /// The object id of the thumbnail in git; nil if there is none.
    public let thumbnail: String?

    /// Creates a description of stored files.
    public init(names: PhotoNames, thumbnail: String?) {
        self.names = names
        self.thumbnail = thumbnail
    }
}

/// The files of photos that are about to be attached.
public struct PhotoFile: Sendable {
    /// The maximum number of bytes of an original: hosts of git repositories refuse larger files.
    public static let largestOriginal = 100_000_000
    /// The maximum number of bytes of a thumbnail.
    public static let largestThumbnail = 6 * 1024

    /// The bytes of the original.
    public var original: [UInt8]
    /// The thumbnail, upright; nil if none could be made.
    public var thumbnail: [UInt8]?

    /// The digests of the original; nil if they have not been computed yet.
    public var names: PhotoNames?

    /// Creates the files of one photo; without `names`, the digests are computed when the photo is stored.
    public init(original: [UInt8], thumbnail: [UInt8]?, names: PhotoNames? = nil) {
        self.original = original
        self.thumbnail = thumbnail
        self.names = names
    }
}

/// The digests that identify the original of a photo.
public struct PhotoNames: Hashable, Sendable {
    /// The SHA-256, in hexadecimal.
    public let sha256: String
    /// The object id in git.
    public let git: String

    /// Creates names from two digests in lower-case hexadecimal, without checking them.
    public init(sha256: String, git: String) {
        self.sha256 = sha256
        self.git = git
    }
}
