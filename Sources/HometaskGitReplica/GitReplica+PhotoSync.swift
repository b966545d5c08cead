// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// Photos go after the documents, in portions that an interruption loses one of at the most, and thumbnails before
/// originals. What a remote has of this device's photos is noted in references below `refs/hometask/remotes/`, which
/// decide what is shown as waiting; what is sent is decided by what the remote says that it has.
extension GitReplica {
    /// Exchanges photos with the remotes. The documents were exchanged, so what goes wrong is told and undoes nothing.
    ///
    /// - Parameter old: the commit before anything was received.
    @inline(never)
    func photos(
        _ direction: SyncDirection, over exchanges: [RemoteExchange], since old: ObjectID?, _ report: SyncReport,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async -> PhotoReport {
        var photos = PhotoReport()
        // All that came from any of them; looked at once.
        let changed = direction == .push ? [] : documents(report.received == 0, since: old)
        if direction != .push { obeyErasures(after: changed, files: false, &photos) }
        for exchange in exchanges {
            if direction != .pull {
                let distrusts = report.rolledBack.contains { $0.remote == exchange.remote.name }
                do {
                    let sent = try await sendPhotos(over: exchange, distrusts: distrusts, progress)
                    photos.sent = max(photos.sent, sent)
                } catch {
                    note(error, in: &photos)
                }
            }
            if direction == .push { continue }
            do {
                photos.thumbnails += try await fetchThumbnails(over: exchange, changed: changed)
            } catch {
                // Whichever were missing: the next sync looks at all documents.
                wantThumbnails()
                note(error, in: &photos)
            }
        }
        if photos.thumbnails > 0 { obeyErasures(after: [], files: true, &photos) }
        return photos
    }

    private func obeyErasures(after changed: [DocumentPath]?, files: Bool, _ photos: inout PhotoReport) {
        do {
            try dropErasedPhotos(after: changed, files: files)
        } catch {
            note(error, in: &photos)
        }
    }

    /// The documents that came, of which thumbnails may be missing; nil for all, also where that cannot be told.
    @inline(never)
    private func documents(_ areNone: Bool, since old: ObjectID?) -> [DocumentPath]? {
        if areNone { return [] }
        do {
            guard let tree = try old.flatMap({ try store.tree(of: $0) }) else { return nil }
            return try GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
                .paths(changedSince: tree.description)
        } catch {
            return nil
        }
    }

    /// Notes why photos were not exchanged. What this device could not read for a moment is no failure of a sync that
    /// has exchanged the documents.
    @inline(never)
    private func note(_ error: any Error, in photos: inout PhotoReport) {
        let told = Self.told(error, in: folder) as? ReplicaError
        let error = told ?? ReplicaError(.inputOutput, "\(error)")
        if [.inputOutput, .damaged].contains(error.code) {
            photos.postponed = photos.postponed ?? error.message
        } else {
            photos.failure = photos.failure ?? error
        }
    }

    // MARK: Where a remote keeps them

    private static func placeSetting(_ remote: String) -> String { "remote.\(remote).hometask-photos" }

    /// Where a remote takes references of photos.
    func photoPlace(at remote: String) throws -> PhotoPlace {
        try store.repository.configValue(Self.placeSetting(remote)).flatMap { PhotoPlace(rawValue: $0) } ?? .references
    }

    /// Remembers where a remote takes references of photos; nil forgets it.
    @inline(never)
    func setPhotoPlace(at remote: String, to place: PhotoPlace?) throws {
        let key = Self.placeSetting(remote)
        guard try store.repository.configValue(key) != place?.rawValue else { return }
        try store.repository.setConfigValue(key, place?.rawValue)
    }
}
