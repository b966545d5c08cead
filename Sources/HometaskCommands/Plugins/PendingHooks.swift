// SPDX-License-Identifier: Apache-2.0

import HometaskPluginHost
import HometaskReplica
import HometaskTerminal
import Synchronization

/// The hooks of the families that a command has opened, which hear of its changes when it has done its work.
final class PendingHooks: Sendable {
    private let all = Mutex<[(hooks: HookRunner, replica: any Replica)]>([])

    /// Those of the command that runs now.
    @TaskLocal static var current: PendingHooks?

    /// Whether something was changed that no plugin could look at, for want of a home folder.
    private let isUnseen = Mutex(false)

    /// Records that something was changed which no plugin could look at.
    func noteUnseen() { isUnseen.withLock { $0 = true } }

    func add(_ hooks: HookRunner, of replica: any Replica) {
        all.withLock { $0.append((hooks, replica)) }
    }

    /// Tells the plugins what was changed, and the person what plugins did wrong.
    func finish() async throws {
        let wasUnseen = isUnseen.withLock { isUnseen in
            defer { isUnseen = false }
            return isUnseen
        }
        if wasUnseen {
            let note =
                "your plugins cannot be found, because HOME is not set: none of their rules checked this change"
            StandardError.write("note: \(note)\nhint: \(CommandEnvironment.homeHint)\n")
        }
        for (hooks, replica) in all.withLock({ $0 }) {
            defer {
                let words = hooks.takeWords()
                for note in words.notes { StandardError.write("\(EscapedText.safe(note))\n") }
                for warning in words.warnings { StandardError.write("warning: \(EscapedText.safe(warning.text))\n") }
            }
            try await hooks.tellCommitted(replica)
            hooks.beginAnew()
        }
    }

    /// Tells the plugins what a sync brought.
    static func tellReceived(since version: String, _ tip: String?, _ replica: any Replica) async throws {
        for (hooks, own) in current?.all.withLock({ $0 }) ?? [] where own === replica {
            try await hooks.tellReceived(since: version, tip, replica)
        }
    }
}
