// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Fetches originals of others' photos by their ids in git, or, if a remote does not send objects by id, with the
/// reference that contains them.
struct OriginalsFetcher {
    /// The maximum number of originals, and of bytes, in one request.
    private static let request = (count: 50, bytes: 64 << 20)

    let store: FamilyStore
    let upkeep: UpkeepSchedule
    let timeout: Int
    let find: @Sendable (Int) throws(TransportError) -> InstalledGit
    let progress: @Sendable (SyncProgress) -> Void

    /// Fetches missing originals from the first remote that has them.
    ///
    /// - Returns: the number of files that were fetched.
    nonisolated(nonsending) func fetch(_ photos: [PhotoRecord], from remotes: [Remote]) async throws -> Int {
        let wanted = try missing(of: photos)
        var rest = wanted
        for remote in remotes where !rest.isEmpty {
            let exchange = try RemoteExchange(
                remote, gitDirectory: store.gitDirectory, timeout: timeout, isLong: true, find: find,
                progress: progress)
            try await fetch(rest, over: exchange)
            rest = try missing(of: rest)
            upkeep.notePhotoPacks()
        }
        if upkeep.hasNewPhotoPacks { upkeep.update(for: store, hasFetched: true) }
        // One file may be the original of several photos.
        return Set(wanted.compactMap(\.git)).subtracting(rest.compactMap(\.git)).count
    }

    private nonisolated(nonsending) func fetch(_ photos: [PhotoRecord], over exchange: RemoteExchange) async throws {
        func bytes(_ photo: PhotoRecord) -> Int { min(max(photo.bytes ?? 0, 0), PhotoFile.largestOriginal) }
        // One file may be the original of several photos.
        let sizes = Dictionary(
            photos.compactMap { photo in photo.git.map { ($0, bytes(photo)) } },
            uniquingKeysWith: { first, _ in first })
        var files: Set<String> = []
        var done = PhotoProgress(
            isSending: false, totalPhotos: sizes.count, totalBytes: sizes.values.reduce(0, +))
        var handsOutByID = true
        var rest = photos[...]
        while !rest.isEmpty {
            let part = PhotoPortion.first(
                of: rest, bytes: Self.request.bytes, count: Self.request.count, size: bytes)
            let new = Set(part.compactMap(\.git)).subtracting(files)
            let size = new.reduce(0) { $0 + (sizes[$1] ?? 0) }
            let telling = exchange.telling(done.step(size, progress))
            try await request(Array(part), over: telling, byID: &handsOutByID)
            files.formUnion(new)
            done.photos = files.count
            done.bytes += size
            rest = rest.dropFirst(part.count)
        }
    }

    /// Fetches the originals that the remote has. If it lacks one, it sends none, so the request is then split in
    /// halves.
    private nonisolated(nonsending) func request(
        _ photos: [PhotoRecord], over exchange: RemoteExchange, byID: inout Bool
    ) async throws {
        // One file may be the original of several photos, and may have been fetched just now.
        let photos = try missing(of: photos)
        if photos.isEmpty { return }
        if !byID { return try await fetchWithReferences(photos, over: exchange) }
        let ids = Set(photos.compactMap { $0.git.flatMap { ObjectID(hex: $0) } })
        let outcome = try await exchange.fetch(ids.sorted().map(\.description), keepsPack: true)
        try store.repository.refresh()
        if outcome.unadvertised != nil {
            byID = false
            return try await fetchWithReferences(photos, over: exchange)
        }
        if outcome.missing == nil || ids.count == 1 { return }
        let half = photos.count / 2
        try await request(Array(photos[..<half]), over: exchange, byID: &byID)
        try await request(Array(photos[half...]), over: exchange, byID: &byID)
    }

    /// Fetches originals with the references that lead to them, and everything else that these references lead to.
    private nonisolated(nonsending) func fetchWithReferences(
        _ photos: [PhotoRecord], over exchange: RemoteExchange
    ) async throws {
        let listed = try await exchange.listing().references.map(\.name)
        let known = listed.compactMap { name in
            PhotoPlace.allCases.lazy.compactMap { $0.reference(name) }.first.map { (there: name, reference: $0) }
        }
        for photo in photos {
            let likely = try likelyReferences(of: photo, among: known.map(\.reference))
            for reference in likely where try !missing(of: [photo]).isEmpty {
                let noted = PhotoReferences.recordName(of: reference, at: exchange.remote.name)
                let isNoted = try store.repository.references.target(of: noted) != nil
                let refspecs = known.filter { $0.reference == reference }.map { "+\($0.there):\(noted)" }
                try await exchange.fetch(refspecs, keepsPack: true)
                try store.repository.refresh()
                // Objects that the reference led to before are not sent again unless everything is requested.
                guard isNoted, try !missing(of: [photo]).isEmpty else { continue }
                try await exchange.fetch(refspecs, keepsPack: true, wantsAll: true)
                try store.repository.refresh()
            }
        }
    }

    /// Returns the references that may lead to a photo's original, the most likely first: the reference of the device
    /// and the month in which the photo was attached, then the device's other references, then those of the month,
    /// since a device may begin to write under another name at any time.
    private func likelyReferences(of photo: PhotoRecord, among references: [String]) throws -> [String] {
        let reader = try GitReader(tipOf: store)
        let document = try DocumentPath(kind: .photo, id: photo.id).flatMap { try reader.document(at: $0) }
        let actor = document?.lastWrite(of: "sha256")?.dot.actor
        let folder = actor.map { PhotoReferences.folder(.originals, of: $0) }
        let month = photo.createdAt.map { PhotoReferences.month(of: $0) }
        let originals = "\(PhotoReferences.root)\(PhotoReferences.Content.originals.rawValue)/"
        let ranked = Set(references).compactMap { reference -> (rank: Int, reference: String)? in
            guard reference.hasPrefix(originals) else { return nil }
            let isOfDevice = folder.map { reference.hasPrefix($0) } ?? false
            let isOfMonth = month.map { reference.hasSuffix("/\($0)") } ?? false
            guard isOfDevice || isOfMonth else { return nil }
            return (rank: (isOfDevice ? 0 : 2) + (isOfMonth ? 0 : 1), reference: reference)
        }
        return ranked.sorted { ($0.rank, $0.reference) < ($1.rank, $1.reference) }.map(\.reference)
    }

    /// Returns the photos in a list whose originals exist, but not here.
    private func missing(of photos: [PhotoRecord]) throws -> [PhotoRecord] {
        let known = photos.compactMap { photo in
            photo.erasedAt == nil ? photo.git.flatMap { ObjectID(hex: $0) }.map { (photo: photo, id: $0) } : nil
        }
        let missing = Set(try store.repository.missing(known.map(\.id)))
        return known.filter { missing.contains($0.id) }.map(\.photo)
    }
}
