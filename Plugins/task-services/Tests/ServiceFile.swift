// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import PluginTaskServices
import PluginTestSupport
import TestSupport
import Testing

let mia: JSONObject = ["id": "00000000-0000-4000-8000-000000000001", "kind": "member", "name": "Mia"]

/// Imports a file twice, and expects the same result.
func read(
    _ format: String, _ text: String, documents: [JSONObject] = [mia]
) throws -> (tasks: [JSONObject], others: [JSONObject], faults: [String], notes: [String]) {
    let trial = PluginTrial(TaskServicesPlugin(), documents: documents)
    trial.zone = "Europe/Amsterdam"
    trial.now = try #require(Timestamp(rfc3339: "2026-11-21T12:00:00Z"))
    let outcome = try trial.import(format, text)
    #expect(try trial.import(format, text).changes == outcome.changes)
    var (tasks, others): ([JSONObject], [JSONObject]) = ([], [])
    for case .create(let kind, _, var fields) in outcome.changes {
        if kind == .task {
            fields["category"] = nil
            tasks.append(fields)
        } else {
            others.append(fields)
        }
    }
    return (tasks, others, outcome.faults.map { "\($0.line ?? 0): \($0.message)" }, outcome.notes)
}
