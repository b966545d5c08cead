// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds hunts by reference: by words of the title or by `#` and the start of the id.
public struct HuntFinder: Sendable {
    /// All readable hunts, newest first, including those in the trash.
    public let hunts: [HuntRecord]

    /// Reads all hunts of a version, skipping unreadable ones.
    ///
    /// - Throws: any error of the reader.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var hunts: [HuntRecord] = []
        try reader.forEachMembers(of: .hunt) { _, members in
            if let hunt = HuntRecord(members) { hunts.append(hunt) }
        }
        self.hunts = hunts.sorted {
            ($1.createdAt?.seconds ?? 0, $0.id) < ($0.createdAt?.seconds ?? 0, $1.id)
        }
    }

    /// Returns the only hunt that matches the words. If `isTrash` is true, the hunts in the trash are searched instead.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func hunt(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> HuntRecord {
        try Reference.one(named: words, among: hunts, noun: "hunt", isTrash: isTrash)
    }
}
