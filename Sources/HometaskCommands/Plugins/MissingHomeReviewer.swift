// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

/// Stands where the hooks of plugins would, for a user whose plugins cannot be found: what is changed goes unseen by
/// them, and that is told when the command has done its work.
final class MissingHomeReviewer: ChangeReviewer {
    private let pending: PendingHooks

    init(_ pending: PendingHooks) {
        self.pending = pending
    }

    func review(_ transaction: Transaction, command: String?) throws {}

    func committed(_ changes: [DocumentChange], command: String?) { pending.noteUnseen() }
}
