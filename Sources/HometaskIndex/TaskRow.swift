// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica
import HometaskTime

/// What the index keeps of a task.
struct TaskRow {
    let task: TaskRecord
    /// The members that lists show, and the description.
    private let members: JSONObject
    private let zone: TimeZoneRules

    /// The members of a document that a row is made of.
    static let members = TaskRecord.listedMembers.union(["description"])

    /// A row from the members of a document; nil where they are no task's.
    init?(_ members: JSONObject, zone: TimeZoneRules) {
        guard let task = TaskRecord(members) else { return nil }
        self.task = task
        self.members = members
        self.zone = zone
    }

    var due: Int64? { task.due?.deadline(in: zone).seconds }
    var wait: Int64? { task.wait?.beginning(in: zone).seconds }
    var priority: Int? { task.priority.flatMap { Priority.allCases.firstIndex(of: $0) } }
    var title: String { task.title.lowercased() }
    var description: String { task.description.joined(separator: "\n").lowercased() }

    /// The items' texts, in lower case, a line each: a line of text has no line feed.
    var items: String { task.items.map { $0.text.lowercased() }.joined(separator: "\n") }

    /// The features that the document itself tells, a bit each, in the order of all features; above them what stands in
    /// no feature: that a photo must prove it, and that an adult must still approve it.
    var features: Int {
        let context = QueryContext(zone: zone)
        var bits = task.needsPhoto ? Self.needsPhoto : 0
        if task.awaitsApproval { bits |= Self.awaitsApproval }
        for feature in QueryFeature.allCases where feature.isOf(task, in: context) { bits |= Self.bit(feature) }
        return bits
    }

    static func bit(_ feature: QueryFeature) -> Int {
        1 << (QueryFeature.allCases.firstIndex(of: feature) ?? 0)
    }

    static let needsPhoto = 1 << 62
    static let awaitsApproval = 1 << 61

    /// The values that plugins added, as JSON.
    var extensions: [(name: ExtensionName, value: String)] {
        task.extensions.members.flatMap { plugin, fields in
            (fields.objectValue?.members ?? JSONObject().members).map { name, value in
                (ExtensionName(plugin: plugin.string, member: name.string), value.compactText)
            }
        }
    }

    /// The JSON of the record.
    var record: String { JSON.object(members).compactText }
}
