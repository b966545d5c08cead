// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging
public import HometaskTime

/// The value of a field for the following tasks of a series if this task's own value differs, such as the due date
/// before this occurrence was postponed.
public struct SeriesValue: Hashable, Sendable {
    /// The field in which this task differs from its series.
    public let field: FieldName
    /// The series' value; nil if the series has none.
    public let value: JSON?
    /// For a due date: the intended local time, if it does not exist on the date.
    public let clock: TimeOfDay?
    /// For a plugin's field: the rule by which the value was written, since none of the program's own schemas names it.
    public let rule: MergeRule?

    package init(_ field: FieldName, _ value: JSON?, clock: TimeOfDay? = nil, rule: MergeRule? = nil) {
        self.field = field
        self.value = value
        self.clock = clock
        self.rule = rule
    }

    /// Reads the value from an element of a document's member `series`; nil if it is not one.
    init?(_ json: JSON) {
        guard let id = json["id"]?.stringValue else { return nil }
        let numbers = json["clock"]?.stringValue.map { $0.split(separator: ":").compactMap { Int($0) } } ?? []
        self.init(
            FieldName(json["field"]?.stringValue ?? id), json["value"],
            clock: numbers.count == 3 ? TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers[2]) : nil,
            rule: json["rule"]?.stringValue.flatMap { MergeRule(rawValue: $0) })
    }

    /// The values of a document's member `series`.
    public static func all(_ json: JSON?) -> [SeriesValue] {
        json?.arrayValue?.compactMap { SeriesValue($0) } ?? []
    }

    /// The element as stored in documents. The name of a plugin's field cannot be the id of an item, so its item has
    /// an id derived from the name.
    package var json: JSON {
        var object: JSONObject = ["id": .string(field.description)]
        if field.extensionPath != nil {
            let id = DocumentID.derived(namespace: Series.namespace, name: field.description)
            object = ["field": .string(field.description), "id": .string(id.description)]
            object["rule"] = rule.map { .string($0.rawValue) }
        }
        object["value"] = value
        object["clock"] = clock.map { .string($0.description) }
        return .object(object)
    }
}
