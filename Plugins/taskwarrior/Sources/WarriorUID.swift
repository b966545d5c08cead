// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// What Taskwarrior calls a task: its UUID, and of an occurrence of a series all by which Taskwarrior knows that, since
/// it refuses an occurrence that comes back without: `UUID of PARENT RTYPE IMASK RECUR`.
struct WarriorUID {
    let uuid: String
    /// The attributes of an occurrence; empty for any other task.
    let series: [(name: String, value: String)]

    /// The UUID of the template from which an occurrence was made.
    var parent: String? { series.first { $0.name == "parent" }?.value }

    /// Which occurrence of its series it is, counted from 0; nil if that is not known.
    var place: Int? { series.first { $0.name == "imask" }.flatMap { Int($0.value) } }

    private static let names = ["parent", "rtype", "imask", "recur"]
    private static let none = "-"

    /// What a task of a file is called.
    init(of task: JSONObject) {
        uuid = task.text("uuid")
        let parent = task.text("parent")
        guard DocumentID(uuid) != nil, DocumentID(parent) != nil else {
            series = []
            return
        }
        series = Self.names.compactMap { name in
            let value = task[name]?.stringValue ?? task[name]?.intValue.map { "\($0)" } ?? ""
            return value.isEmpty || name != "recur" && value.contains(" ") ? nil : (name, value)
        }
    }

    /// What was kept with a document.
    init(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 5).map { String($0) }
        guard words.count == 6, words[1] == "of" else {
            uuid = text
            series = []
            return
        }
        uuid = words[0]
        series = zip(Self.names, words[2...]).compactMap { $1 == Self.none ? nil : ($0, $1) }
    }

    /// The text that is kept with a document.
    var text: String {
        if series.isEmpty { return uuid }
        let values = Self.names.map { name in series.first { $0.name == name }?.value ?? Self.none }
        return "\(uuid) of \(values.joined(separator: " "))"
    }

    /// The key under which it becomes a task.
    static func key(_ text: String) -> String { "task/\(WarriorUID(text).uuid)" }
}
