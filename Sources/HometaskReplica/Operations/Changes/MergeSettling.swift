// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Settles merges of members and categories that were made on different devices.
public struct MergeSettling {
    let transaction: Transaction

    /// Settles merges that were made on different devices, and moves tasks that another device added to a category
    /// merged in the meantime.
    ///
    /// All values are written by actors that are derived from the documents, so devices that settle the same merges
    /// independently write the same bytes.
    ///
    /// - Parameter changed: the documents that were received; only the tasks among them are checked, unless there are
    ///   categories too.
    /// - Returns: a sentence about each ring, for the user.
    public func settle(changed: [DocumentPath]) throws -> [String] {
        var members: [DocumentID: MemberRecord] = [:]
        try transaction.forEachMembers(of: .member) { _, object in
            if let record = MemberRecord(object) { members[record.id] = record }
        }
        var told: [String] = []
        for ring in MergeRings(members.values).all {
            if try settleRing(at: Transaction.path(of: .member, ring[0])) {
                told.append(Self.sentence(ring.compactMap { members[$0]?.name }, noun: "members"))
            }
        }
        return try told + settleCategories(changed: changed)
    }

    private func settleCategories(changed: [DocumentPath]) throws -> [String] {
        var categories: [DocumentID: CategoryRecord] = [:]
        try transaction.forEachMembers(of: .category) { _, object in
            if let record = CategoryRecord(object) { categories[record.id] = record }
        }
        let rings = MergeRings(categories.values)
        var told: [String] = []
        for ring in rings.all {
            if try settleRing(at: Transaction.path(of: .category, ring[0])) {
                told.append(Self.sentence(ring.compactMap { categories[$0]?.name }, noun: "categories"))
            }
        }
        /// The present category for the tasks of each merged category.
        var current: [DocumentID: DocumentID] = [:]
        for category in categories.values where category.isDeleted && category.mergedInto != nil {
            var id = category.id
            var visited: Set<DocumentID> = [id]
            while !rings.staying.contains(id), categories[id]?.isDeleted == true, let next = categories[id]?.mergedInto,
                visited.insert(next).inserted
            {
                id = next
            }
            if id != category.id { current[category.id] = id }
        }
        if !current.isEmpty { try moveTasks(current, among: changed) }
        return told
    }

    private func moveTasks(_ current: [DocumentID: DocumentID], among changed: [DocumentPath]) throws {
        var moving: [(DocumentPath, DocumentID)] = []
        let take = { (path: DocumentPath, value: JSON?) in
            if let id = value?.stringValue.flatMap({ DocumentID($0) }), let next = current[id] {
                moving.append((path, next))
            }
        }
        if changed.contains(where: { $0.kind == .category }) {
            try transaction.forEachMembers(of: .task, selecting: ["category", "id"]) { take($0, $1["category"]) }
        } else {
            for path in changed where path.kind == .task {
                take(path, (try? transaction.document(at: path))?["category"])
            }
        }
        for (path, category) in moving {
            guard let before = try transaction.readableDocument(at: path),
                !before.conflicts.contains(where: { $0.field == "category" })
            else {
                continue
            }
            var task = before
            let value = JSON.string(category.description)
            let time = before.lastWrite(of: "category")?.time ?? Timestamp(seconds: 0)
            let author = Series.author(of: ["category": value], onto: before, at: time).weakly
            task.writeValue(value, to: "category", rule: .register, by: author)
            if Series.isUntouched(before) || task != before {
                try transaction.stage(task, changedFrom: before, at: path, follows: true)
            }
        }
    }

    /// Keeps one document of a ring.
    ///
    /// - Returns: false if the document cannot be read; in that case, the ring remains.
    private func settleRing(at path: DocumentPath) throws -> Bool {
        guard let before = try transaction.readableDocument(at: path) else { return false }
        var staying = before
        let time = before.lastWrite(of: "mergedInto")?.time ?? Timestamp(seconds: 0)
        let author = Series.author(of: ["mergedInto": .null], onto: before, at: time)
        // This comes first, because any edit would restore the document too, but as a conflict.
        if staying.isDeleted, path.kind == .category { staying.restore(by: author) }
        staying.writeValue(nil, to: "mergedInto", rule: .register, by: author)
        guard staying != before else { return true }
        try transaction.stage(staying, changedFrom: before, at: path, follows: true)
        transaction.describe(
            "kept \(CommitMessage.quoted(before.displayName)), of those that were merged into each other")
        return true
    }

    static func sentence(_ names: [String], noun: String) -> String {
        let others = names.dropFirst().map { Quotation.of($0) }.joined(separator: ", ")
        let stays = Quotation.of(names.first ?? "")
        return
            "The \(noun) \(stays) and \(others) were merged into each other on different devices: \(stays) is kept, with everything that belonged to either."
    }
}
