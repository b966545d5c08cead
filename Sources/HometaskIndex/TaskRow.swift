// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime

/// A task's data for the index, computed only from its document, on any thread.
struct TaskRow: Sendable {
    let task: TaskRecord
    /// The numbers of ``TaskField/numeric``, in their order.
    let numbers: [Int64?]
    /// The values of ``IndexSchema/nameColumns``, in their order, as stored in the table `thing`.
    let names: [String?]
    /// The values of the fields of ``IndexSchema/nameTables``, in their order.
    let nameLists: [[String]]
    /// The title in lower case.
    let title: String
    /// The title as queries compare it (`FoldedText`), if that differs from ``title``; nil otherwise.
    let folded: String?
    /// The description as queries compare it, like the items' texts.
    let description: String
    /// The items' texts, one per line; a text cannot contain a line feed.
    let items: String
    /// The features that can be determined from the document alone, one bit each, in the order of all features. Higher
    /// bits are the flags, whether it was done in time, and whether an adult must still approve it.
    let features: Int
    /// The values that plugins added, as JSON.
    let extensions: [(name: ExtensionName, value: String)]
    /// The members that lists show, and the description, as JSON.
    let record: String
    /// The words for searches; nil if there are none.
    let words: SearchRows.Words?

    /// The members of a document that a row needs.
    static let members = TaskRecord.listedMembers.union(["description"])

    /// Creates a row from the members of a document; nil if it is not a task.
    init?(_ members: JSONObject, zone: TimeZoneRules) {
        guard let task = TaskRecord(members) else { return nil }
        self.task = task
        numbers = TaskField.numeric.map { task.number(of: $0, in: zone) }
        names = IndexSchema.nameColumns.map { task.id(of: $0)?.description }
        nameLists = IndexSchema.nameTables.map { field in
            field == .tags ? task.tags.map { "+\($0)" } : task.ids(of: field).map(\.description)
        }
        title = task.title.lowercased()
        let folded = FoldedText.folding(task.title)
        self.folded = folded.utf8.elementsEqual(title.utf8) ? nil : folded
        description = FoldedText.folding(task.description.joined(separator: "\n"))
        items = task.items.map { FoldedText.folding($0.text) }.joined(separator: "\n")
        features = Self.features(of: task, zone: zone)
        extensions = ExtensionName.values(in: task.extensions).map { ($0.name, $0.value.compactText) }
        record = JSON.object(members).compactText
        words = SearchDocument(.task, members).map { SearchRows.Words($0) }
    }

    /// Returns the number of a field among ``TaskField/numeric``; nil if the task has none.
    func number(of field: TaskField) -> Int64? { TaskField.numeric.firstIndex(of: field).flatMap { numbers[$0] } }

    /// Returns the numbers with another creation time of the task.
    func numbers(created time: Int64?) -> [Int64?] {
        var numbers = numbers
        if let place = TaskField.numeric.firstIndex(of: .created) { numbers[place] = time }
        return numbers
    }

    private static func features(of task: TaskRecord, zone: TimeZoneRules) -> Int {
        let context = QueryContext(zone: zone)
        var bits = Int(task.flags.bits) << flagShift
        if task.awaitsApproval { bits |= awaitsApproval }
        if task.isInTime(in: zone) == true { bits |= inTime }
        for feature in QueryFeature.allCases where feature.isOf(task, in: context) { bits |= bit(feature) }
        return bits
    }

    static func bit(_ feature: QueryFeature) -> Int {
        1 << (QueryFeature.allCases.firstIndex(of: feature) ?? 0)
    }

    static func bit(_ flag: TaskField) -> Int { Int(TaskFlags(flag).bits) << flagShift }

    private static let flagShift = 30
    static let awaitsApproval = 1 << 62
    private static let inTime = 1 << 61

    /// Returns whether features are those of a task that was done in time.
    static func isInTime(_ features: Int) -> Bool { features & inTime != 0 }
}
