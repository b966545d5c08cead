// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica

/// A commit as `--json` prints it.
enum HistoryJSON {
    /// `at`, `author`, `commit`, `deeds` (what a commit of several deeds did, one by one), `foreign` (whether it came
    /// from git itself), `merge`, `subject`.
    static func object(_ entry: HistoryEntry) -> JSONObject {
        [
            "at": .string(entry.time.rfc3339), "author": .string(entry.author), "commit": .string(entry.commit),
            "deeds": .array(entry.deeds.map { .string($0) }), "foreign": .bool(!entry.isOurs),
            "merge": .bool(entry.isMerge), "subject": .string(entry.subject),
        ]
    }
}

extension HistoryEntry {
    /// What a commit of several deeds did, one by one; empty where the subject says it all.
    var deeds: [String] {
        body.split(separator: "\n").filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    }
}
