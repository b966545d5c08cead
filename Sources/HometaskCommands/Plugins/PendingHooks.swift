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

    func add(_ hooks: HookRunner, of replica: any Replica) {
        all.withLock { $0.append((hooks, replica)) }
    }

    /// Tells the plugins what was changed, and the person what plugins did wrong.
    func finish() async throws {
        for (hooks, replica) in all.withLock({ $0 }) {
            defer {
                for warning in hooks.takeWarnings() {
                    StandardError.write("warning: \(EscapedText.safe(warning))\n")
                }
            }
            try await hooks.tellCommitted(replica)
            hooks.beginAnew()
        }
    }

    /// Tells the plugins what a sync brought.
    static func tellReceived(since version: String, _ replica: any Replica) async throws {
        for (hooks, own) in current?.all.withLock({ $0 }) ?? [] where own === replica {
            try await hooks.tellReceived(since: version, replica)
        }
    }
}
