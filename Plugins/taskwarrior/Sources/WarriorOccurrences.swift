// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// Which tasks here the occurrences of a file's series are.
///
/// Taskwarrior makes the occurrences of a series from its template, and so does hometask the next one of a task that is
/// done. Of both that are due at the same time, or that are as many occurrences after the same one, one is kept: the
/// one that is here. The next one may be due at another time here, where what was missed several times is done once.
/// And one task alone has the rule: where the file has a later occurrence than those which are here, these lose theirs,
/// so that no second series begins.
struct WarriorOccurrences {
    /// The next ones that were made here, by the UUIDs of the file's occurrences that they are.
    private(set) var matched: [String: DocumentID] = [:]
    /// The UUIDs of the occurrences that are here.
    private(set) var present: Set<String> = []
    /// The tasks that no longer continue a series.
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
        if new.isEmpty { return }
        let here = try WarriorSeriesHere(of: Set(new.map { $0.text("parent") }), for: call)
        let found = here.match(new, among: occurrences, known)
        matched = found.compactMapValues { DocumentID($0.text("id")) }
        for task in new where series.rules[task.text("uuid")] != nil && matched[task.text("uuid")] == nil {
            former += (here.tasks[task.text("parent")] ?? [])
                .filter { $0["repeat"] != nil && $0["completion"] == nil }.compactMap { DocumentID($0.text("id")) }
        }
    }
}
