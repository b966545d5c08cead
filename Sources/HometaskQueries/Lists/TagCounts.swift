// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// The tags of tasks, with the number of tasks for each.
public struct TagCounts: Sendable {
    /// A tag of at least one task that is not in the trash.
    public struct Tag: Hashable, Sendable {
        /// The tag without a `+` before it. Tags that differ only in letter case are different tags.
        public let name: String
        /// The number of tasks with the tag, except those in the trash.
        public let count: Int
        /// The number of open tasks with the tag.
        public let openCount: Int

        /// Creates a tag with its counts.
        public init(name: String, count: Int, openCount: Int) {
            self.name = name
            self.count = count
            self.openCount = openCount
        }
    }

    /// The tags, in alphabetical order.
    public let tags: [Tag]

    /// Creates counts from tags in any order.
    public init(_ tags: [Tag]) {
        self.tags = Self.joined(tags).sorted {
            ($0.name.lowercased(), ExactString($0.name)) < ($1.name.lowercased(), ExactString($1.name))
        }
    }

    /// Merges tags that differ only in Unicode form, keeping the form that most tasks use.
    private static func joined(_ tags: [Tag]) -> [Tag] {
        var counts: [String: Tag] = [:]
        for tag in tags.sorted(by: { ($1.count, ExactString($0.name)) < ($0.count, ExactString($1.name)) }) {
            let first = counts[tag.name]
            counts[tag.name] = Tag(
                name: first?.name ?? tag.name, count: (first?.count ?? 0) + tag.count,
                openCount: (first?.openCount ?? 0) + tag.openCount)
        }
        return Array(counts.values)
    }

    /// Counts the tags of a version.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var counts: [ExactString: (all: Int, open: Int)] = [:]
        try reader.forEachMembers(of: .task, selecting: ["completion", "deleted", "id", "tags"]) { _, members in
            guard let task = TaskRecord(members), !task.isDeleted else { return }
            for tag in Set(task.tags.map { ExactString($0) }) {
                counts[tag, default: (0, 0)].all += 1
                if task.isOpen { counts[tag, default: (0, 0)].open += 1 }
            }
        }
        self.init(counts.map { Tag(name: $0.key.string, count: $0.value.all, openCount: $0.value.open) })
    }

    /// Whether a task has a tag.
    public func contains(_ name: String) -> Bool { tags.contains { $0.name == name } }
}
