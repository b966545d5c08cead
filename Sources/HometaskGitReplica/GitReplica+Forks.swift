// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

extension GitReplica {
    private static var forksName: String { "forks" }
    /// So many are remembered, the latest.
    private static var mostForks: Int { 1_000 }

    /// Remembers documents that one device had changed along two lines, for `status` and `doctor`.
    func remember(_ forks: [ForkedDocument]) throws {
        if forks.isEmpty { return }
        let known = try rememberedForks().filter { fork in !forks.contains { $0.path == fork.path } }
        let lines = (known + forks).suffix(Self.mostForks).map { fork in
            "\(fork.path.text) \(fork.actors.map(\.text).joined(separator: " "))\n"
        }
        try local.write(Self.forksName, Array(lines.joined().utf8))
    }

    /// The documents that were found changed along two lines by a merge here.
    func rememberedForks() throws -> [ForkedDocument] {
        let text = try local.read(Self.forksName).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.first.flatMap { DocumentPath(text: String($0)) }.map { path in
                ForkedDocument(path: path, actors: words.dropFirst().compactMap { ActorID($0) })
            }
        }
    }

    /// What `doctor` says of them; nil where nothing of the kind waits for a choice.
    func forkFinding() throws -> Finding? {
        let forks = try rememberedForks()
        if forks.isEmpty { return nil }
        let tree = try store.tree(of: store.branch().tip)
        let open = Set(try survey(GitReader(store, tree: tree, workTree: nil)).conflicted)
        let count = forks.count { open.contains($0.path) }
        if count == 0 { return nil }
        return Finding(
            .advice, "copies",
            "two copies of one device were used, and \(count) \(count == 1 ? "document holds" : "documents hold") the edits of both",
            hint: "Its disk was restored, or its folder copied. Nothing is lost: \(.showConflicts) shows the values."
        )
    }
}
