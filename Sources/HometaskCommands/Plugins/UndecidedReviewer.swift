// SPDX-License-Identifier: Apache-2.0

import HometaskPluginHost
import HometaskReplica
import HometaskTerminal
import Synchronization

/// Stands where the hooks of plugins would, where it cannot be read which plugins may run: what is changed goes unseen
/// by them, and that is told, once a command.
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
        StandardError.write(
            "note: no rule of a plugin checked this change: \(EscapedText.safe(fault.message))\n\(hint)")
    }
}
