// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension HistoryEntry {
    /// The commit as JSON, for programs: `at`, `author`, `commit`, `deeds` (the individual changes of a commit with
    /// several changes), `foreign` (whether it was made with git itself), `merge`, `plugins` (the ids of the plugins
    /// that took part), `subject`.
    public var json: JSONObject {
        [
            "at": .string(time.rfc3339), "author": .string(author), "commit": .string(commit),
            "deeds": .array(deeds.map { .string($0) }), "foreign": .bool(!isOurs), "merge": .bool(isMerge),
            "plugins": .array(plugins.map { .string($0.plugin) }), "subject": .string(subject),
        ]
    }

    /// The individual changes of a commit with several changes, as far as its message lists them; empty if the subject
    /// describes everything.
    public var deeds: [String] {
        body.split(separator: "\n").filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    }

    /// The number of changes. It exceeds the number of listed changes if there were very many; the last line then gives
    /// the count.
    public var deedCount: Int {
        let words = deeds.last?.split(separator: " ") ?? []
        guard deeds.count > 1, words.count == 4, words[0] == "and", words[1] == "did", words[3] == "more" else {
            return deeds.count
        }
        return deeds.count - 1 + (Int(words[2]) ?? 1)
    }
}
