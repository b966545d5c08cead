// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The ids of tasks in an export. An imported task keeps the id from its file, so that the original program recognises
/// it; other tasks have their own ids. The ids are unique.
public struct SourceUIDs {
    private var uids: [String: String] = [:]

    /// Collects the ids of the exported tasks and of the tasks that they depend on.
    ///
    /// - Parameters:
    ///   - call: the call of the exporter, through which the tasks are read.
    ///   - plugins: the plugins whose imports count; none for this plugin.
    ///   - isUsable: whether the format can write an id.
    ///   - key: the key with which the importers propose a document with an id.
    public init(
        of call: Call, by plugins: [String] = [], where isUsable: (String) -> Bool = { _ in true },
        key: (String) -> String = { "task/\($0)" }
    ) throws {
        var found: [(id: String, uid: String)] = []
        var ids: Set<String> = []
        var others: Set<String> = []
        func takeUID(_ task: JSONObject) {
            let id = task["id"]?.stringValue ?? ""
            ids.insert(id)
            if let uid = call.uid(of: task, by: plugins, key: key), isUsable(uid) { found.append((id, uid)) }
        }
        try call.forEachDocument(.task) { task in
            takeUID(task)
            others.formUnion(task["after"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        }
        // If the user selected tasks, the tasks that they depend on may be missing from the selection.
        let missing = others.subtracting(ids).compactMap { DocumentID($0) }.sorted()
        for task in try call.documents(.task, ids: missing) { takeUID(task) }
        var taken = ids.union(missing.map(\.description))
        for (id, uid) in found where taken.insert(uid).inserted { uids[id] = uid }
    }

    /// The id that a task has in the export.
    public subscript(id: String) -> String { uids[id] ?? id }
}
