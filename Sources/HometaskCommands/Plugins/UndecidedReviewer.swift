// SPDX-License-Identifier: Apache-2.0

import HometaskPluginHost
import HometaskReplica
import HometaskTerminal
import Synchronization

/// Replaces the plugins' hooks if the user's decisions about plugins cannot be read: no plugin reviews the changes, and
/// this is reported once per command.
final class UndecidedReviewer: ChangeReviewer {
    private let fault: PluginHostError
    private let isTold = Mutex(false)

    init(_ fault: PluginHostError) {
        self.fault = fault
    }

    func review(_ transaction: Transaction, command: String?) throws {}

    func committed(_ changes: [DocumentChange], command: String?) {
        let isNews = isTold.withLock { isTold in
            defer { isTold = true }
            return !isTold
        }
        guard isNews else { return }
        let hint = fault.hint.map { "hint: \(EscapedText.safe($0.text))\n" } ?? ""
        StandardError.writeText(
            "note: no rule of a plugin checked this change: \(EscapedText.safe(fault.message))\n\(hint)")
    }
}
