// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol
import HometaskReplica

extension MemoryReader {
    /// Returns the family with a plugin's changes applied.
    func with(_ changes: [PluginChange], of manifest: PluginManifest) throws -> MemoryReader {
        var proposed = ProposedChanges(of: manifest, from: .trialFile)
        try proposed.addProposals(["changes": .array(changes.map(\.json))])
        let transaction = SampleFamily.transaction(over: self)
        _ = try proposed.makeChanges(in: transaction, family: SampleFamily.id)
        return MemoryReader(documents.merging(transaction.staged.mapValues(\.bytes)) { $1 })
    }

    /// The titles of all tasks, by their ids.
    var titles: [String: String] {
        get throws {
            var titles: [String: String] = [:]
            for path in try paths(of: .task, idPrefix: "") {
                titles[path.text] = try document(at: path)?["title"]?.stringValue ?? ""
            }
            return titles
        }
    }

    /// Returns the number of documents of a kind that are not in the trash.
    func count(of kind: DocumentKind) throws -> Int {
        try paths(of: kind, idPrefix: "").count { try !(document(at: $0)?.isDeleted ?? true) }
    }
}
