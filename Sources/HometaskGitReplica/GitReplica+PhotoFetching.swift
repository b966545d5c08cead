// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskGit
import HometaskMerging
public import HometaskReplica

/// Brings photos of others: thumbnails with their references, originals by their ids in git, or, where a remote hands
/// out nothing by its id, with the reference that leads to them.
extension GitReplica {
    // MARK: Thumbnails

    /// Where it is noted that thumbnails are missing that documents name.
    private static var wantedName: String { "thumbnails-wanted" }

    /// Has the next sync look for the thumbnails of all photos.
    @inline(never)
    func wantThumbnails() { try? local.write(Self.wantedName, []) }

    /// Brings thumbnails where documents name some that are not here.
    ///
    /// - Parameter changed: the documents that may name some; nil for all.
    /// - Returns: how many of those came.
    @inline(never)
    func fetchThumbnails(over exchange: RemoteExchange, changed: [DocumentPath]?) async throws -> Int {
        let isWanted = local.written(Self.wantedName) != nil
        let before = try missingThumbnails(among: isWanted ? nil : changed)
        if before == 0 {
            if isWanted { try local.write(Self.wantedName, nil) }
            return 0
        }
        try local.write(Self.wantedName, [])
        let folder = "\(PhotoReferences.root)\(PhotoReferences.Content.thumbnails.rawValue)/*"
        let noted = PhotoReferences.note(of: folder, at: exchange.remote.name)
        // Each device finds out for itself where a host takes them, so some may stand in one place and some in the other.
        try await exchange.fetch(PhotoPlace.allCases.map { "+\($0.name(of: folder)):\(noted)" }, keepsPack: true)
        try lookForPacks()
        let after = try missingThumbnails(among: isWanted ? nil : changed)
        if after == 0 { try local.write(Self.wantedName, nil) }
        return before - after
    }

    /// How many thumbnails that documents name are not here.
    ///
    /// - Parameter changed: the documents in question; nil for all.
    @inline(never)
    private func missingThumbnails(among changed: [DocumentPath]?) throws -> Int {
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
        var ids: [ObjectID] = []
        func add(_ members: JSONObject) {
            if members["erased"] == nil, let id = members["thumbnail"]?.stringValue.flatMap({ ObjectID(hex: $0) }) {
                ids.append(id)
            }
        }
        if let changed {
            for path in changed where path.kind == .photo {
                if let members = try reader.readableMembers(at: path) { add(members) }
            }
        } else {
            try reader.forEachMembers(of: .photo, selecting: ["erased", "thumbnail"]) { _, members in add(members) }
        }
        return ids.isEmpty ? 0 : try store.repository.missing(Array(Set(ids))).count
    }

    /// Lets objects be found that have just come.
    @inline(never)
    private func lookForPacks() throws { try store.repository.refresh() }

    // MARK: Originals

    /// The most originals that are asked for at once, and the most bytes of them.
    private static var request: (count: Int, bytes: Int) { (50, 64 << 20) }

    /// Brings originals that this device does not hold, one request after the other.
    public func fetchOriginals(
        of photos: [PhotoRecord], remote name: String?, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        do {
            let remotes = try remotes(named: [name].compactMap(\.self))
            return try await bring(photos, from: remotes, timeout: timeout, progress)
        } catch {
            throw Self.told(error, in: folder)
        }
    }

    /// Brings the originals of some photos that are not here from the first remote that has them.
    ///
    /// - Returns: how many came.
    @inline(never)
    func bring(
        _ photos: [PhotoRecord], from remotes: [Remote], timeout: Int,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let wanted = try missingOriginals(of: photos)
        var rest = wanted
        for remote in remotes where !rest.isEmpty {
            let exchange = try RemoteExchange(
                remote, gitDirectory: store.gitDirectory, timeout: timeout, isLong: true,
                find: dependencies.findTransport, progress)
            try await bring(rest, over: exchange, progress)
            rest = try missingOriginals(of: rest)
            hasNewPhotoPacks = true
        }
        if hasNewPhotoPacks { noteUpkeep(hasFetched: true) }
        return wanted.count - rest.count
    }

    @inline(never)
    private func bring(
        _ photos: [PhotoRecord], over exchange: RemoteExchange,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws {
        func bytes(_ photo: PhotoRecord) -> Int { min(max(photo.bytes ?? 0, 0), PhotoFile.largestOriginal) }
        var done = PhotoProgress(
            isSending: false, totalPhotos: photos.count, totalBytes: photos.reduce(0) { $0 + bytes($1) })
        var handsOutByID = true
        var rest = photos[...]
        while !rest.isEmpty {
            let part = PhotoPortion.first(
                of: rest, bytes: Self.request.bytes, count: Self.request.count, size: bytes)
            let size = part.reduce(0) { $0 + bytes($1) }
            let telling = exchange.telling(done.step(size, progress))
            try await fetch(Array(part), over: telling, byID: &handsOutByID)
            done.photos += part.count
            done.bytes += size
            rest = rest.dropFirst(part.count)
        }
    }

    /// Fetches some originals, as far as the remote has them: where it lacks one it sends none, so they are asked for
    /// in halves then.
    @inline(never)
    private func fetch(
        _ photos: [PhotoRecord], over exchange: RemoteExchange, byID: inout Bool
    ) async throws {
        // One file may be several photos' original, and have come just now.
        let photos = try missingOriginals(of: photos)
        if photos.isEmpty { return }
        if !byID { return try await fetchWithReferences(photos, over: exchange) }
        let ids = Set(photos.compactMap { $0.git.flatMap { ObjectID(hex: $0) } })
        let outcome = try await exchange.fetch(ids.sorted().map(\.description), keepsPack: true)
        try lookForPacks()
        if outcome.unadvertised != nil {
            byID = false
            return try await fetchWithReferences(photos, over: exchange)
        }
        if outcome.missing == nil || ids.count == 1 { return }
        let half = photos.count / 2
        try await fetch(Array(photos[..<half]), over: exchange, byID: &byID)
        try await fetch(Array(photos[half...]), over: exchange, byID: &byID)
    }

    /// Fetches originals with the references that lead to them, and all else that these lead to.
    @inline(never)
    private func fetchWithReferences(_ photos: [PhotoRecord], over exchange: RemoteExchange) async throws {
        let listed = try await exchange.references().map(\.name)
        let known = listed.compactMap { name in
            PhotoPlace.allCases.lazy.compactMap { $0.reference(name) }.first.map { (there: name, reference: $0) }
        }
        for photo in photos {
            let likely = try likelyReferences(of: photo, among: known.map(\.reference))
            for reference in likely where try !missingOriginals(of: [photo]).isEmpty {
                let noted = PhotoReferences.note(of: reference, at: exchange.remote.name)
                let refspecs = known.filter { $0.reference == reference }.map { "+\($0.there):\(noted)" }
                try await exchange.fetch(refspecs, keepsPack: true)
                try lookForPacks()
            }
        }
    }

    /// The references that a photo's original may be in, the likeliest first: that of the device which attached it, of
    /// the month in which it did. The others of that device follow, and those of the month, since a device may begin to
    /// write under another name at any time.
    @inline(never)
    private func likelyReferences(of photo: PhotoRecord, among references: [String]) throws -> [String] {
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
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

    /// Those of some photos whose originals exist somewhere, and not here.
    @inline(never)
    private func missingOriginals(of photos: [PhotoRecord]) throws -> [PhotoRecord] {
        let known = photos.compactMap { photo in
            photo.erasedAt == nil ? photo.git.flatMap { ObjectID(hex: $0) }.map { (photo: photo, id: $0) } : nil
        }
        let missing = Set(try store.repository.missing(known.map(\.id)))
        return known.filter { missing.contains($0.id) }.map(\.photo)
    }
}
