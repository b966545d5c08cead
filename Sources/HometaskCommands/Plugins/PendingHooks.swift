// SPDX-License-Identifier: Apache-2.0

import HometaskPluginHost
import HometaskReplica
import HometaskTerminal
import Synchronization

/// The hooks of the families that a command has opened. They are notified of its changes at the end of the command.
final class PendingHooks: Sendable {
    private let all = Mutex<[(hooks: HookRunner, replica: any DocumentStorage & CommandHistory)]>([])

    /// The hooks of the current command.
    @TaskLocal static var current: PendingHooks?

    /// Whether a change went unreviewed because there is no home folder.
    private let isUnseen = Mutex(false)

    /// Records a change that no plugin could review.
    func noteUnseen() { isUnseen.withLock { $0 = true } }

    func add(_ hooks: HookRunner, of replica: any DocumentStorage & CommandHistory) {
        all.withLock { $0.append((hooks, replica)) }
    }

    /// Notifies the plugins of the changes, and prints the notes and warnings of the hooks.
    func finish() async throws {
        let wasUnseen = isUnseen.withLock { isUnseen in
            defer { isUnseen = false }
            return isUnseen
        }
        if wasUnseen {
            let note =
                "your plugins cannot be found, because HOME is not set: none of their rules checked this change"
            StandardError.writeText("note: \(note)\nhint: \(CommandEnvironment.homeHint)\n")
        }
        for (hooks, replica) in all.withLock({ $0 }) {
            defer {
                let words = hooks.takeWords()
                for note in words.notes { StandardError.writeText("\(EscapedText.safe(note))\n") }
                for warning in words.warnings {
                    StandardError.writeText("warning: \(EscapedText.safe(warning.text))\n")
                }
            }
            try await hooks.tellCommitted(replica)
            hooks.resetTimeLimit()
        }
    }

    /// Notifies the plugins of the changes received by a sync.
    static func tellReceived(since version: String, _ tip: String?, in replica: any DocumentStorage & CommandHistory)
        async throws
    {
        for (hooks, own) in current?.all.withLock({ $0 }) ?? [] where own === replica {
            try await hooks.tellReceived(since: version, tip, in: replica)
        }
    }
}
