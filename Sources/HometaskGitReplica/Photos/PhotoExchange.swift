// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// Exchanges photos with remotes. They are sent after the documents, in portions, so that an interruption loses at most
/// one portion; thumbnails are sent before originals.
struct PhotoExchange {
    let store: FamilyStore
    let sender: PhotoSender
    let thumbnails: ThumbnailFetcher
    let erasure: PhotoErasure
    let recovery: DamageRecovery

    /// Exchanges photos with the remotes. The documents have been exchanged already, so a failure is reported and
    /// undoes nothing.
    ///
    /// - Parameter old: the commit before anything was received.
    nonisolated(nonsending) func run(
        _ direction: SyncDirection, over exchanges: [RemoteExchange], since old: ObjectID?, report: SyncReport,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async -> PhotoReport {
        var photos = PhotoReport()
        if let name = PhotoRecovery(store: store).torn.first {
            recordError(ReplicaError(.damaged, "the file of \(name) holds no commit"), in: &photos)
        }
        // Everything that was received from any remote; computed once.
        let changed = direction == .push ? [] : documents(report.received == 0, since: old)
        if direction != .push { applyErasures(after: changed, files: false, photos: &photos) }
        for exchange in exchanges {
            if direction != .pull {
                let distrusts = report.rolledBack.contains { $0.remote == exchange.remote.name }
                do {
                    let sent = try await sender.send(over: exchange, distrusts: distrusts, progress: progress)
                    photos.sent = max(photos.sent, sent)
                } catch {
                    recordError(error, in: &photos)
                }
            }
            if direction == .push { continue }
            do {
                photos.thumbnails += try await thumbnails.fetch(over: exchange, changed: changed)
            } catch {
                // It is not known which are missing: the next sync examines all documents.
                thumbnails.wantAll()
                recordError(error, in: &photos)
            }
        }
        if photos.thumbnails > 0 { applyErasures(after: [], files: true, photos: &photos) }
        return photos
    }

    private func applyErasures(after changed: [DocumentPath]?, files: Bool, photos: inout PhotoReport) {
        do {
            try erasure.drop(after: changed, files: files)
        } catch {
            recordError(error, in: &photos)
        }
    }

    /// Returns the received documents, whose thumbnails may be missing; nil for all documents, also if that cannot be
    /// determined.
    private func documents(_ areNone: Bool, since old: ObjectID?) -> [DocumentPath]? {
        if areNone { return [] }
        do {
            guard let tree = try old.flatMap({ try store.tree(of: $0) }) else { return nil }
            return try GitReader(tipOf: store).paths(changedSince: tree.description)
        } catch {
            return nil
        }
    }

    /// Records why photos were not exchanged. A temporarily unreadable file does not fail a sync that has exchanged the
    /// documents.
    private func recordError(_ error: any Error, in photos: inout PhotoReport) {
        let told = DamageRecovery.translated(error, in: recovery.folder) as? ReplicaError
        let error = told ?? ReplicaError(.inputOutput, "\(error)")
        if [.inputOutput, .damaged].contains(error.code) {
            photos.postponed = photos.postponed ?? error.message
        } else {
            photos.failure = photos.failure ?? error
        }
    }
}
