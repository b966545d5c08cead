// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica

/// A commit as `--json` prints it.
enum HistoryJSON {
    /// `at`, `author`, `commit`, `deeds` (the single changes of a commit with several), `foreign` (whether it was made
    /// with git itself), `merge`, `plugins` (the ids of those that took part), `subject`.
    static func object(_ entry: HistoryEntry) -> JSONObject {
        [
            "at": .string(entry.time.rfc3339), "author": .string(entry.author), "commit": .string(entry.commit),
            "deeds": .array(entry.deeds.map { .string($0) }), "foreign": .bool(!entry.isOurs),
            "merge": .bool(entry.isMerge), "plugins": .array(entry.plugins.map { .string($0.plugin) }),
            "subject": .string(entry.subject),
        ]
    }
}

extension HistoryEntry {
    /// The single changes of a commit with several, as far as its message lists them; empty if the subject describes
    /// everything.
    var deeds: [String] {
        body.split(separator: "\n").filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    }

    /// The number of changes. It exceeds the number of listed ones if there were very many; the last line then gives
    /// the count.
    var deedCount: Int {
        let words = deeds.last?.split(separator: " ") ?? []
        guard deeds.count > 1, words.count == 4, words[0] == "and", words[1] == "did", words[3] == "more" else {
            return deeds.count
        }
        return deeds.count - 1 + (Int(words[2]) ?? 1)
    }
}
