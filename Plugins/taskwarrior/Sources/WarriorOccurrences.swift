// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// Which tasks here the occurrences of a file's series are.
///
/// Taskwarrior makes the occurrences of a series from its template, and so does hometask the next one of a task that is
/// done. Of both that are due at the same time one is kept: the one that is here. And one task alone has the rule: where
/// the file has a later occurrence than those which are here, these lose theirs, so that no second series begins.
struct WarriorOccurrences {
    /// The next ones that were made here, by the UUIDs of the file's occurrences that they are.
    private(set) var matched: [String: DocumentID] = [:]
    /// The UUIDs of the occurrences that are here.
    private(set) var present: Set<String> = []
    /// The tasks that no longer carry on a series.
    private(set) var former: [DocumentID] = []

    init(of tasks: [JSONObject], _ series: WarriorSeries, for call: Call) throws {
        let occurrences = tasks.filter { task in
            !task.text("parent").isEmpty && !["recurring", "deleted"].contains(task.text("status"))
        }
        if occurrences.isEmpty { return }
        var known: [String: JSONObject] = [:]
        var uuids: [DocumentID: String] = [:]
        for task in occurrences { uuids[try call.id(ofKey: "task/\(task.text("uuid"))")] = task.text("uuid") }
        for document in try call.documents(.task, ids: uuids.keys.sorted()) {
            if let uuid = DocumentID(document.text("id")).flatMap({ uuids[$0] }) { known[uuid] = document }
        }
        present = Set(known.keys)
        let new = occurrences.filter { known[$0.text("uuid")] == nil }
        guard !new.isEmpty, !known.isEmpty else { return }
        for (uuid, document) in try match(new, for: call) {
            matched[uuid] = DocumentID(document.text("id"))
            known[uuid] = document
        }
        for task in new where series.rules[task.text("uuid")] != nil && matched[task.text("uuid")] == nil {
            let others = occurrences.filter { $0.text("parent") == task.text("parent") }
            former += others.compactMap { known[$0.text("uuid")] }
                .filter { $0["repeat"] != nil && $0["completion"] == nil }.compactMap { DocumentID($0.text("id")) }
        }
    }

    /// The tasks that were made here as the next ones of the file's series, by the UUIDs of the file's occurrences that are
    /// due at the same times.
    private func match(_ occurrences: [JSONObject], for call: Call) throws -> [String: JSONObject] {
        let zone = call.session.zoneRules
        var made: [String: JSONObject] = [:]
        try call.forEachDocument(.task) { task in
            guard let text = task["extensions"]?[call.session.plugin]?["uid"]?.stringValue,
                let parent = WarriorUID(text).parent, call.uid(of: task, key: WarriorUID.key) == nil,
                let due = Due(task["due"])
            else { return }
            made[parent + WarriorTime.text(due.beginning(in: zone))] = task
        }
        return occurrences.reduce(into: [:]) { $0[$1.text("uuid")] = made[$1.text("parent") + $1.text("due")] }
    }
}
