// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
import HometaskReplica

extension ProposedChanges {
    /// The maximum depth of references between left-out documents; beyond it, the whole file is refused.
    private static let mostRounds = 20

    /// Applies the valid changes, and lists all others.
    ///
    /// A round in which a change is left out is rolled back and repeated without that change. In the next round,
    /// changes that refer to the missing document are made without the reference, or left out too if they need it.
    func makeValidChanges(in transaction: Transaction, family: DocumentID) throws -> Tally {
        var skipped: [Int: SkippedImport] = [:]
        var gone: [String: Int] = [:]
        let changes = inOrderOfFile()
        for _ in 0..<Self.mostRounds {
            do {
                return try transaction.allOrNothing {
                    try changes.makeRound(without: skipped, gone, in: transaction, family: family)
                }
            } catch let round as FailedRound {
                skipped.merge(round.skipped) { first, _ in first }
                gone.merge(round.gone) { first, _ in first }
            }
        }
        throw ReplicaError(
            .invalidValue, "proposed invalid changes: documents that refer to each other, but the first is left out",
            hint: "Nothing was changed.")
    }

    /// Returns the changes with manual-order positions for new tasks, so that lists show these tasks in file order.
    ///
    /// A task that was created later than all tasks before it in the file needs no position. All other tasks follow the
    /// last such task; the tasks of one file stay together. The positions depend on the file alone, so all devices that
    /// read the file write the same ones.
    private func inOrderOfFile() -> ProposedChanges {
        var changes = self
        var latest: Timestamp?
        var group: String?
        for (place, proposal) in proposals.enumerated() {
            guard case .create(.task, let key?, let fields) = proposal.change else { continue }
            let digits = group ?? Self.group(ofKey: key)
            group = digits
            if let created = fields["created"]?["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }),
                latest.map({ $0 < created }) ?? true
            {
                latest = created
            } else {
                changes.setOrder(
                    ManualOrder.following(createdAt: latest, group: digits, number: place), ofProposalAt: place)
            }
        }
        return changes
    }

    /// Returns four hexadecimal digits for the tasks of one file, from the key of the first one.
    private static func group(ofKey key: String) -> String {
        let id = DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: key)
        return String(id.description.prefix(4))
    }

    /// Thrown by a round in which some changes could not be made: the failed changes by index, and the documents that
    /// are therefore missing.
    private struct FailedRound: Error {
        var skipped: [Int: SkippedImport] = [:]
        var gone: [String: Int] = [:]
    }

    private func makeRound(
        without skipped: [Int: SkippedImport], _ gone: [String: Int], in transaction: Transaction, family: DocumentID
    ) throws -> Tally {
        declareFields(in: transaction)
        var skipped = skipped
        var tally = Tally()
        var failed = FailedRound()
        let ids = Set(gone.keys)
        for (place, proposal) in proposals.enumerated() where skipped[place] == nil {
            let (rest, missed) = ids.isEmpty ? (proposal, []) : proposal.without(ids)
            guard try rest != nil || isHere(proposal, in: transaction, family: family) else {
                failed.skipped[place] = SkippedImport(proposal, because: Self.orphaned)
                continue
            }
            do {
                let known = tally.known
                try makeChange(rest ?? proposal, in: transaction, family: family, tally: &tally)
                if tally.known == known {
                    for id in missed { if let cause = gone[id] { skipped[cause]?.missed += 1 } }
                }
            } catch let error as ReplicaError where error.code == .invalidValue {
                let reason = missed.isEmpty ? error.message.withoutPrefix : Self.orphaned
                failed.skipped[place] = SkippedImport(proposal, because: reason)
            }
        }
        if failed.skipped.isEmpty {
            // A change to a left-out document is not listed.
            let named = skipped.filter { place, _ in
                proposals[place].changed.map { !ids.contains($0.description) } ?? true
            }
            let all = malformed.map { ($0.place, 0, $0.skipped) } + named.map { ($0.key, 1, $0.value) }
            tally.skipped = all.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
            return tally
        }
        try recordMissing(&failed, in: transaction, family: family)
        throw failed
    }

    /// Records which documents are missing because of the changes that failed in a round.
    private func recordMissing(_ failed: inout FailedRound, in transaction: Transaction, family: DocumentID) throws {
        for place in failed.skipped.keys.sorted() {
            guard let id = proposals[place].made(plugin: plugin, family: family),
                try !isHere(proposals[place], in: transaction, family: family), failed.gone[id.description] == nil
            else { continue }
            failed.gone[id.description] = place
        }
    }

    /// Whether the document that a change creates exists.
    private func isHere(_ proposal: Proposal, in transaction: Transaction, family: DocumentID) throws -> Bool {
        guard let id = proposal.made(plugin: plugin, family: family), let kind = proposal.change.kind,
            let path = DocumentPath(kind: kind, id: id)
        else { return false }
        return try transaction.bytes(at: path) != nil
    }

    private static let orphaned = "what it belongs to was left out"
}

extension String {
    /// The reason without the phrase that the plugin proposed it.
    fileprivate var withoutPrefix: String {
        let prefix = "proposed an invalid change: "
        return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
