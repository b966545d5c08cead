// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

/// Replaces the plugins' hooks if the user's plugins cannot be found: no plugin reviews the changes, and this is
/// reported at the end of the command.
final class MissingHomeReviewer: ChangeReviewer {
    private let pending: PendingHooks

    init(_ pending: PendingHooks) {
        self.pending = pending
    }

    func review(_ transaction: Transaction, command: String?) throws {}

    func committed(_ changes: [DocumentChange], command: String?) { pending.noteUnseen() }
}
