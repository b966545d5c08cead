// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// Messages for other devices about the settled merges that they receive.
public enum MergeNotices {
    /// Returns the sentences about merged members and categories that were settled.
    public static func sentences(
        changed: [DocumentPath], before: some DocumentReader, after: some DocumentReader
    ) throws -> [String] {
        var told: [String] = []
        /// By kind, the names of the documents that were merged into each one.
        var merged: [DocumentKind: [String: [String]]] = [:]
        for path in changed where path.kind == .member || path.kind == .category {
            guard let new = try? after.document(at: path), new["mergedInto"] == nil,
                let settled = new.lastWrite(of: "mergedInto"), settled.dot.actor.isFollowing,
                (try? before.document(at: path))?.lastWrite(of: "mergedInto") != settled
            else { continue }
            let names = try merged[path.kind] ?? self.names(mergedInto: path.kind, after)
            merged[path.kind] = names
            let others = path.id.flatMap { names[$0.description] } ?? []
            let noun = path.kind == .member ? "members" : "categories"
            told.append(MergeSettling.sentence([new.displayName] + others, noun: noun))
        }
        return told
    }

    /// Returns the sentence about documents that have left the trash because they were edited without knowledge of
    /// their deletion; nil if there are none.
    public static func restored(
        changed: [DocumentPath], before: some DocumentReader, after: some DocumentReader
    ) -> String? {
        let scanner = MemberScanner(selecting: ["conflicts", "deleted"])
        let names = changed.compactMap { path -> String? in
            guard let bytes = try? after.bytes(at: path), let members = try? scanner.members(of: bytes),
                members["deleted"] == nil, members["conflicts"]?["deleted"] != nil,
                let old = try? before.document(at: path), old.isDeleted, let new = try? after.document(at: path)
            else { return nil }
            return Quotation.of(new.displayName)
        }
        guard let first = names.first else { return nil }
        let others = names.count == 2 ? " and \(names[1])" : names.count > 2 ? " and \(names.count - 1) more" : ""
        let subject = names.count == 1 ? "it was" : "they were"
        return "Restored \(first)\(others): \(subject) deleted on one device and edited on another."
    }

    /// Returns the names of the merged documents of a kind, by the ids of the documents that they were merged into.
    private static func names(
        mergedInto kind: DocumentKind, _ reader: some DocumentReader
    ) throws -> [String: [String]] {
        var names: [String: [String]] = [:]
        try reader.forEachMembers(of: kind, selecting: ["id", "mergedInto", "name"]) { _, members in
            guard let other = members["mergedInto"]?.stringValue else { return }
            names[other, default: []].append(members["name"]?.stringValue ?? "")
        }
        return names
    }
}
