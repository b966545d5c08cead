// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The contents of a document's file: the shown values, `conflicts` and `~merge`.
struct DocumentEncoding {
    private let document: Document
    private let shown: JSONObject

    /// - Parameter shown: the shown values of the document.
    init(_ document: Document, showing shown: JSONObject) {
        self.document = document
        self.shown = shown
    }

    /// All members as they are written.
    var members: JSONObject {
        let times = TimeTable(document.fields.values.flatMap(FieldEncoding.tabled))
        var stamps = JSONObject()
        var conflicts = JSONObject()
        for name in document.fields.keys.sorted() {
            guard let state = document.fields[name] else { continue }
            let encoding = FieldEncoding(state, times: times)
            stamps[name.key] = encoding.stamp
            if !encoding.conflicts.isEmpty { conflicts[name.key] = .array(encoding.conflicts) }
        }
        if let deletion = document.deletion, !document.isDeleted {
            conflicts["deleted"] = [.object(["value": .string(deletion.time.rfc3339)])]
        }
        var merge: JSONObject = [
            "format": .number(JSONNumber(Document.format)), "seen": document.seen.json, "stamps": .object(stamps),
            "times": times.json,
        ]
        if !document.deletions.isEmpty { merge["deletions"] = .array(document.deletions.writes.map(Self.entry)) }
        var object = shown
        if !conflicts.isEmpty { object["conflicts"] = .object(conflicts) }
        object["~merge"] = .object(merge)
        return object
    }

    /// `{"saw": {…}, "stamp": "dot@time"}` for a deletion, without `saw` for a restoration.
    private static func entry(_ write: Write) -> JSON {
        var entry: JSONObject = ["stamp": .string(Stamp.text(of: [write], times: nil))]
        if !write.value.isNull { entry["saw"] = write.value }
        return .object(entry)
    }
}
