// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The local tasks that match the occurrences in a file.
///
/// Taskwarrior creates the occurrences of a series from its template, and hometask creates the next task of a series
/// when one is done. If both created an occurrence with the same due time, or the same number of occurrences after the
/// same task, only the local task is kept. The due time may differ, because hometask combines several missed
/// occurrences into one.
///
/// Only one task of a series has the rule. If the file has a later occurrence than the local tasks, these lose their
/// rules, so that the series is not duplicated.
struct TaskwarriorOccurrences {
    /// The tasks created here, by the UUIDs of the matching occurrences in the file.
    private(set) var matched: [String: DocumentID] = [:]
    /// The UUIDs of occurrences imported before.
    private(set) var present: Set<String> = []
    /// The tasks that lose their rules, because an occurrence in the file continues their series.
    private(set) var former: [DocumentID] = []

    init(of tasks: [JSONObject], _ series: TaskwarriorSeries, for call: Call) throws {
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
        let here = try TaskwarriorSeriesHere(of: Set(new.map { $0.text("parent") }), for: call)
        let found = here.match(new, among: occurrences, known: known)
        matched = found.compactMapValues { DocumentID($0.text("id")) }
        for task in new where series.rules[task.text("uuid")] != nil && matched[task.text("uuid")] == nil {
            former += (here.tasks[task.text("parent")] ?? [])
                .filter { $0["repeat"] != nil && $0["completion"] == nil }.compactMap { DocumentID($0.text("id")) }
        }
    }
}
