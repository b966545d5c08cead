// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The identity of a task in Taskwarrior: its UUID and, for an occurrence, the attributes that link it to its series.
/// Taskwarrior refuses to import an occurrence without these attributes. The text form is `UUID of PARENT RTYPE IMASK
/// RECUR`.
struct TaskwarriorUID {
    let uuid: String
    /// The attributes of an occurrence; empty for any other task.
    let series: [(name: String, value: String)]

    /// The UUID of the template from which an occurrence was created.
    var parent: String? { series.first { $0.name == "parent" }?.value }

    /// The position of an occurrence in its series, from 0; nil if it is unknown.
    var place: Int? { series.first { $0.name == "imask" }.flatMap { Int($0.value) } }

    private static let names = ["parent", "rtype", "imask", "recur"]
    private static let none = "-"

    /// The identity of a task in a file.
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

    /// Parses the text that is stored with a document.
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

    /// The text that is stored with a document.
    var text: String {
        if series.isEmpty { return uuid }
        let values = Self.names.map { name in series.first { $0.name == name }?.value ?? Self.none }
        return "\(uuid) of \(values.joined(separator: " "))"
    }

    /// Returns the key with which a task is proposed, from the text of its identity.
    static func key(_ text: String) -> String { "task/\(TaskwarriorUID(text).uuid)" }
}
