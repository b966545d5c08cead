// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskQueries

/// Counts and prints the tags of a session's family.
struct FamilyTags: Sendable {
    let session: FamilySession

    /// Returns the tags that tasks have.
    ///
    /// - Throws: `ReplicaError.Code.notFound` if no task has one of the named tags.
    func counts(requiring names: [String]) async throws -> TagCounts {
        let tags = try await session.replica.tagCounts(zone: session.zone)
        for name in names where !tags.contains(name) {
            let known = tags.tags.prefix(10).map { "+\($0.name)" }.joined(separator: ", ")
            throw ReplicaError(
                .notFound, "no task has the tag +\(name)",
                hint: known.isEmpty ? "No task has a tag." : "Tags: \(known)\(tags.tags.count > 10 ? ", …" : ".")")
        }
        return tags
    }

    /// Prints the state of a tag after a change as JSON: as in lists, with the number of changed tasks as `changed`.
    func print(_ name: String, changed: Int) async throws {
        try await session.report.afterChange {
            let tag = try await session.replica.tagCounts(zone: session.zone).tags.first {
                ExactString($0.name) == ExactString(name)
            }
            var object = TagJSON.object(tag ?? TagCounts.Tag(name: name, count: 0, openCount: 0))
            object["changed"] = .number(JSONNumber(changed))
            try session.output.print(.object(object))
        }
    }
}
