// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskHashing

extension MemoryReplica {
    /// Returns the names that identify an original.
    public nonisolated func photoNames(of original: [UInt8]) -> PhotoNames {
        PhotoNames(sha256: SHA256.hexDigest(original), git: Self.objectID(of: original))
    }

    /// Returns the id of a blob in git: SHA-1 of a header and the bytes.
    private static func objectID(of bytes: [UInt8]) -> String {
        SHA256.hexadecimal(SHA1.digest(Array("blob \(bytes.count)\0".utf8) + bytes))
    }

    /// Stores the files of photos.
    public nonisolated func keepPhotos(_ files: [PhotoFile]) async -> [KeptPhoto] {
        files.map { file in
            let names = file.names ?? photoNames(of: file.original)
            let thumbnail = file.thumbnail.map { (name: Self.objectID(of: $0), bytes: $0) }
            repository.update { state in
                state.files[names.git] = file.original
                if let thumbnail { state.files[thumbnail.name] = thumbnail.bytes }
            }
            return KeptPhoto(names: names, thumbnail: thumbnail?.name)
        }
    }

    /// Releases files that were stored for documents that were never written.
    public nonisolated func releasePhotos(_ drafts: [PhotoDraft]) async throws {
        try forgetFiles(drafts.flatMap { [$0.files.names.git, $0.files.thumbnail].compactMap(\.self) })
    }

    /// Removes files, except those to which a document refers.
    ///
    /// - Parameter names: their ids in git.
    private nonisolated func forgetFiles(_ names: [String]) throws {
        let used = try photos().filter { $0.erasedAt == nil }.flatMap { [$0.git, $0.thumbnail].compactMap(\.self) }
        let unused = Set(names).subtracting(used)
        repository.update { state in for name in unused { state.files[name] = nil } }
    }

    private nonisolated func photos() throws -> [PhotoRecord] {
        var photos: [PhotoRecord] = []
        let reader = repository.reader()
        for path in try reader.paths(of: .photo) {
            if let photo = try reader.readableMembers(at: path).flatMap({ PhotoRecord($0) }) { photos.append(photo) }
        }
        return photos
    }

    /// Returns the original of a photo; nil if this device does not have it.
    public nonisolated func original(of photo: PhotoRecord) async -> [UInt8]? {
        photo.git.flatMap { repository.current.files[$0] }
    }

    /// Returns the thumbnail of a photo; nil if there is none or this device does not have it.
    public nonisolated func thumbnail(of photo: PhotoRecord) async -> [UInt8]? {
        photo.thumbnail.flatMap { repository.current.files[$0] }
    }

    /// Returns the photos in a list whose originals this device has.
    public nonisolated func heldPhotos(among photos: [PhotoRecord]) async -> Set<DocumentID> {
        let files = repository.current.files
        return Set(photos.filter { photo in photo.git.map { files[$0] != nil } ?? false }.map(\.id))
    }

    /// Returns this device's originals that the default remote does not have, by their ids in git; empty without a
    /// remote.
    public nonisolated func waitingPhotos() async throws -> Set<String> {
        guard let remote = Remote.usual(of: knownRemotes) else { return [] }
        let there = try world.repository(at: remote.url).current.files
        let originals = try photos().compactMap(\.git)
        return Set(originals.filter { repository.current.files[$0] != nil && there[$0] == nil })
    }

    /// Fetches originals that this device does not have.
    public nonisolated func fetchOriginals(
        of photos: [PhotoRecord], remote: String?, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let remotes = try Remote.named([remote].compactMap(\.self), among: knownRemotes)
        return try fetch(photos.compactMap(\.git), from: remotes)
    }

    /// Fetches the originals that a policy selects.
    public nonisolated func fetchOriginals(
        by policy: PhotoPolicy?, remotes: [String], timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let family = try repository.reader().readableMembers(at: .family).flatMap { FamilyRecord($0) }
        let policy = policy ?? family?.photoPolicy ?? .usual
        let wanted = try photos().filter { policy.wants($0, at: now) }
        return try fetch(wanted.compactMap(\.git), from: Remote.named(remotes, among: knownRemotes))
    }

    /// Fetches files from remotes that have them.
    ///
    /// - Returns: the number of fetched files.
    private nonisolated func fetch(_ names: [String], from remotes: [Remote]) throws -> Int {
        let there = try remotes.map { try world.repository(at: $0.url).current.files }
        return repository.update { state in
            var count = 0
            for name in names where state.files[name] == nil {
                guard let bytes = there.lazy.compactMap({ $0[name] }).first else { continue }
                state.files[name] = bytes
                count += 1
            }
            return count
        }
    }

    /// Sends this device's originals and thumbnails to a repository, and fetches the repository's thumbnails.
    nonisolated func exchangePhotos(_ direction: SyncDirection, with remote: MemoryRepository) throws -> PhotoReport {
        var report = PhotoReport()
        let (here, photos) = (repository.current.files, try photos())
        if direction != .pull {
            report.sent = remote.update { state in
                let new = photos.compactMap(\.git).filter { here[$0] != nil && state.files[$0] == nil }
                for name in photos.flatMap({ [$0.git, $0.thumbnail].compactMap(\.self) }) {
                    if let bytes = here[name] { state.files[name] = bytes }
                }
                return new.count
            }
        }
        if direction != .push {
            report.thumbnails = try fetch(
                photos.compactMap(\.thumbnail), from: [Remote(name: Remote.usualName, url: remote.folder)])
        }
        return report
    }

    /// Removes the files of erased photos from this device.
    ///
    /// - Returns: zero, because no file is left.
    public nonisolated func dropErasedPhotos() async throws -> Int {
        try forgetFiles(
            photos().filter { $0.erasedAt != nil }.flatMap { [$0.git, $0.thumbnail].compactMap(\.self) })
        return 0
    }
}
