// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import Testing

@testable import PluginCSV

/// Imports a table, and returns the outcome.
func read(
    _ text: String, as format: String = "csv", options: JSONObject = [:], documents: [JSONObject] = []
) throws -> (tasks: [JSONObject], faults: [String], notes: [String]) {
    try read(Array(text.utf8), as: format, options: options, documents: documents)
}

func read(
    _ bytes: [UInt8], as format: String = "csv", options: JSONObject = [:], documents: [JSONObject] = []
) throws -> (tasks: [JSONObject], faults: [String], notes: [String]) {
    let trial = PluginTrial(CSVPlugin(), documents: documents)
    trial.zone = "Europe/Amsterdam"
    trial.now = try #require(Timestamp(rfc3339: "2026-11-28T12:00:00Z"))
    let outcome = try trial.import(format, bytes, options: options)
    #expect(try trial.import(format, bytes, options: options).changes == outcome.changes)
    let tasks = outcome.changes.compactMap { change -> JSONObject? in
        if case .create(.task, _, let fields) = change { fields } else { nil }
    }
    return (tasks, outcome.faults.map { "\($0.line ?? 0): \($0.message)" }, outcome.notes)
}
