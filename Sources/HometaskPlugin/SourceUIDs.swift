// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// What an export calls the tasks: those that were imported by the names that their file has for them, so that the
/// program which they came from knows them again, and all others by their ids. No two tasks have one name.
public struct SourceUIDs {
    private var uids: [String: String] = [:]

    /// The names of the tasks that are exported, and of those that they come after.
    ///
    /// - Parameters:
    ///   - plugins: by whose imports the names are known; this one's where none are named.
    ///   - isUsable: whether a name can be written in the format.
    ///   - key: the key under which the importers propose what has a name.
    public init(
        of call: Call, by plugins: [String] = [], where isUsable: (String) -> Bool = { _ in true },
        key: (String) -> String = { "task/\($0)" }
    ) throws {
        var found: [(id: String, uid: String)] = []
        var ids: Set<String> = []
        var others: Set<String> = []
        func take(_ task: JSONObject) {
            let id = task["id"]?.stringValue ?? ""
            ids.insert(id)
            if let uid = call.uid(of: task, by: plugins, key: key), isUsable(uid) { found.append((id, uid)) }
        }
        try call.forEachDocument(.task) { task in
            take(task)
            others.formUnion(task["after"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        }
        // Where somebody chose tasks, those that they come after need not be among them.
        let missing = others.subtracting(ids).compactMap { DocumentID($0) }.sorted()
        for task in try call.documents(.task, ids: missing) { take(task) }
        var taken = ids.union(missing.map(\.description))
        for (id, uid) in found where taken.insert(uid).inserted { uids[id] = uid }
    }

    /// What the task of an id is called.
    public subscript(id: String) -> String { uids[id] ?? id }
}
