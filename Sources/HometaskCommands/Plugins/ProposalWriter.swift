// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskReplica
import HometaskTerminal

/// Applies the changes that plugins propose for commands.
struct ProposalWriter: Sendable {
    let session: FamilySession

    /// How to handle the changes that a plugin proposed for a command.
    enum ChangeMode {
        /// The changes are only counted.
        case dryRun
        /// The changes are applied; a very large number only after confirmation.
        case asking
        /// The changes are applied without confirmation.
        case confirmed
    }

    /// Applies a plugin's proposed changes as one commit in its name; with `dryRun`, only counts them.
    ///
    /// - Parameter call: the command as typed, for the hint if the changes are not confirmed.
    func makeChanges(
        _ proposed: ProposedChanges, of plugin: UsablePlugin, host: PluginHost, command: String, called call: String,
        mode: ChangeMode
    ) async throws -> ProposedChanges.Tally {
        do {
            return try await makeChanges(proposed, of: plugin, host: host, command: command, mode: mode)
        } catch let many as TooManyChanges {
            let question = Question(session.environment)
            guard question.confirms("Allow the plugin \(many.plugin) to \(many.words)?") else {
                throw ReplicaError(
                    .unconfirmed,
                    "nothing was changed: letting the plugin ‘\(many.plugin)’ \(many.words) needs confirmation",
                    hint: "Confirm with '\(call) --yes'.")
            }
            return try await makeChanges(proposed, of: plugin, host: host, command: command, mode: .confirmed)
        }
    }

    private func makeChanges(
        _ proposed: ProposedChanges, of plugin: UsablePlugin, host: PluginHost, command: String, mode: ChangeMode
    ) async throws -> ProposedChanges.Tally {
        guard let family = session.directory.family?.id else {
            throw ReplicaError(.unreadableDocument, "family.json cannot be read", hint: "'hometask doctor' says why.")
        }
        do {
            let found = try await WorkingLine.during("Writing the changes of the plugin \(plugin.id)") {
                try await session.write(command: command) {
                    try self.tally(proposed, in: $0, family: family, mode: mode)
                }
                .result
            }
            host.recordSuccess(plugin)
            return found
        } catch let trial as Trial {
            return trial.tally
        } catch let error as ReplicaError where error.code == .invalidValue {
            throw host.recordFailure(plugin, PluginFault(.garbage, error.message))
        }
    }

    /// Applies the changes in a transaction, unless they are only counted or need confirmation.
    private func tally(
        _ proposed: ProposedChanges, in transaction: Transaction, family: DocumentID, mode: ChangeMode
    ) throws -> ProposedChanges.Tally {
        let tally = try proposed.makeChanges(in: transaction, family: family)
        if case .dryRun = mode { throw Trial(tally: tally) }
        if case .asking = mode,
            let many = try TooManyChanges(of: proposed.plugin, in: transaction, beside: proposed.undoneDocuments)
        {
            throw many
        }
        if !tally.isEmpty {
            transaction.describe("\(tally.words) (plugin \(proposed.plugin))")
            transaction.notePlugin(PluginShare(plugin: proposed.plugin, generation: 0))
        }
        return tally
    }

    /// Thrown to roll back a dry run.
    private struct Trial: Error {
        let tally: ProposedChanges.Tally
    }
}
