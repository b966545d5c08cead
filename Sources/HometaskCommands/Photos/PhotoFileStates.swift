// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// Whether this device has the originals of photos, and whether the remote has them, as far as this device knows.
struct PhotoFileStates {
    private let held: Set<DocumentID>
    private let waiting: Set<String>

    init(of photos: [PhotoRecord], in session: FamilySession) async throws {
        if photos.isEmpty {
            (held, waiting) = ([], [])
            return
        }
        held = try await session.replica.heldPhotos(among: photos)
        waiting = try await session.replica.waitingPhotos()
    }

    /// Returns whether this device has the original.
    func isHeld(_ photo: PhotoRecord) -> Bool { held.contains(photo.id) }

    /// Returns whether the original was attached here and has not been sent to the remote yet.
    func isWaiting(_ photo: PhotoRecord) -> Bool { photo.git.map { waiting.contains($0) } ?? false }
}
