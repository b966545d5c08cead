// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("The changes of a document")
struct VersionChangeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Each version of a document is read once, and the changes equal those computed commit by commit")
    func readOnce() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins 0")
        for number in 1...20 {
            _ = try await replica.write(command: nil) {
                try $0.writeFields(["title": .string("Bins \(number)")], to: path)
            }
            if number % 4 == 0 { _ = try await replica.add("Another task") }
        }
        let versions = try await replica.versions(of: path)
        #expect(versions.count == 21)
        #expect(
            try await replica.history(since: nil, path: path, limit: Int.max).map(\.commit)
                == versions.map(\.entry.commit))
        #expect(zip(versions, versions.dropFirst()).allSatisfy { $0.previous == $1.content })
        #expect(versions.last?.previous == nil)

        var documents: [String: Document] = [:]
        for content in versions.compactMap(\.content) {
            documents[content] = try await replica.document(path, content: content)
        }
        let history = CountingHistory(all: versions, documents: documents)
        let changes = try await VersionChange.all(of: path, in: history)
        #expect(await history.reads.count == 21)
        #expect(Set(await history.reads).count == 21)
        for (change, version) in zip(changes, versions) {
            let one = try await VersionChange.change(of: path, by: version.entry, in: replica)
            #expect(change.json == one.json && change.isCreation == one.isCreation)
        }
    }
}

/// The versions of one document, with a record of reads.
private actor CountingHistory: CommandHistory {
    let all: [DocumentVersion]
    let documents: [String: Document]
    private(set) var reads: [String] = []

    init(all: [DocumentVersion], documents: [String: Document]) {
        self.all = all
        self.documents = documents
    }

    func versions(of path: DocumentPath) -> [DocumentVersion] { all }

    func document(_ path: DocumentPath, content: String) throws -> Document {
        reads.append(content)
        return try #require(documents[content])
    }

    func history(since: Timestamp?, path: DocumentPath?, limit: Int) -> [HistoryEntry] { all.map(\.entry) }
    func tip() -> String? { all.first?.entry.commit }
    func pluginAnswers(since commit: String) -> [DocumentPath: PluginShare] { [:] }
    func undoable() -> UndoableCommand? { nil }
    func undo(_ expected: String?) throws -> UndoReport { throw ReplicaError(.notFound, "nothing to undo") }
    func redo() throws -> UndoReport { throw ReplicaError(.notFound, "nothing to redo") }
    func undoneDocuments(of command: String) -> Set<DocumentPath> { [] }
    func noteLasting(_ command: String) {}
}
