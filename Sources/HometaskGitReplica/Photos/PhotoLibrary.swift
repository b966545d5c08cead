// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

/// The photos of a replica: storing, erasing, sending and fetching their files.
struct PhotoLibrary {
    let store: FamilyStore
    let identities: IdentityStore
    let upkeep: UpkeepSchedule
    let recovery: DamageRecovery
    let dependencies: Dependencies

    /// The files on this device.
    var files: PhotoStore {
        PhotoStore(
            store: store, identities: identities, upkeep: upkeep, recovery: recovery, clock: dependencies.clock)
    }

    /// Removes the files of erased photos.
    var erasure: PhotoErasure { PhotoErasure(store: store, recovery: recovery, clock: dependencies.clock) }

    /// The known state of the files on remotes.
    var remotes: RemotePhotos { RemotePhotos(store: store, clock: dependencies.clock) }

    /// Sends and receives files during a sync.
    var exchange: PhotoExchange {
        PhotoExchange(
            store: store,
            sender: PhotoSender(
                store: store, notes: remotes, erasure: erasure,
                fork: PhotoFork(store: store, identities: identities, notes: remotes, erasure: erasure)),
            thumbnails: ThumbnailFetcher(store: store), erasure: erasure, recovery: recovery)
    }

    /// Fetches originals. A remote that sends nothing for longer than the timeout, in seconds, is an error.
    func fetcher(timeout: Int, progress: @escaping @Sendable (SyncProgress) -> Void) -> OriginalsFetcher {
        OriginalsFetcher(
            store: store, upkeep: upkeep, timeout: timeout, find: dependencies.findGit, progress: progress)
    }
}
