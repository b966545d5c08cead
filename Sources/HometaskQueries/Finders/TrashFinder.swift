// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds documents of any kind in the trash by reference.
public struct TrashFinder {
    private let reader: DocumentReader
    private let tasks: TaskFinder

    /// Creates a finder.
    ///
    /// - Parameters:
    ///   - reader: the reader of the version whose trash is searched.
    ///   - tasks: the finder for tasks in the trash.
    public init(reading reader: DocumentReader, tasks: TaskFinder) {
        self.reader = reader
        self.tasks = tasks
    }

    /// Returns the documents that the words refer to: several task numbers and ids, or one document by words of its
    /// name.
    ///
    /// - Returns: each document once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func documents(_ words: [String]) throws(ReplicaError) -> [TrashedDocument] {
        let references = try TaskFinder.references(words)
        // A number refers to a task, so other documents need not be searched for it.
        let areNumbers = references.allSatisfy { if case .number = $0 { true } else { false } }
        let others = areNumbers ? [] : try TrashedDocument.all(in: reader, but: [.task])
        var found: [TrashedDocument] = []
        for reference in references {
            for document in try documents(reference, others) where !found.contains(document) { found.append(document) }
        }
        return found
    }

    private func documents(_ reference: Reference, _ others: [TrashedDocument]) throws(ReplicaError)
        -> [TrashedDocument]
    {
        // A reference that matches no other document refers to a task.
        let fits = others.filter { reference.canMean($0.path.id, called: $0.name) }
        if fits.isEmpty { return try tasks.tasks([reference.description]).compactMap(document) }
        let all = try fits + tasks.candidates(for: reference).compactMap(document)
        let things = all.compactMap { document in
            document.path.id.map { (id: $0, name: document.name) }
        }
        let id = try reference.resolve(
            among: things, noun: "document in the trash", shortest: TaskFinder.shortestBeginning
        ) {
            id in ("", all.first { $0.path.id == id }?.path.kind.rawValue ?? "")
        }
        return all.filter { $0.path.id == id }
    }

    private func document(_ task: TaskRecord) -> TrashedDocument? {
        guard let path = DocumentPath(kind: .task, id: task.id) else { return nil }
        return TrashedDocument(at: path, in: reader)
    }
}
