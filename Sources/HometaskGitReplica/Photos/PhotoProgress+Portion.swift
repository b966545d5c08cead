// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskReplica

extension PhotoProgress {
    /// Reports the progress of a portion, by the share of its objects that the transport reports as sent.
    func step(
        _ portion: Int, _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) -> @Sendable (TransportProgress) -> Void {
        progress(.photos(self))
        return { step in
            guard ["Writing objects", "Receiving objects"].contains(step.phase), step.total > 0 else { return }
            var moved = self
            moved.bytes += portion * min(step.done, step.total) / step.total
            progress(.photos(moved))
        }
    }
}
