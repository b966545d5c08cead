// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging
public import HometaskTime

/// What the tasks that follow in a series begin with, in a field of which this one shows something else: the due date that
/// it had before somebody put it off this once.
public struct SeriesValue: Hashable, Sendable {
    /// The field.
    public let field: FieldName
    /// The series' value; nil where the series has none.
    public let value: JSON?
    /// Of a due date: the time that a clock should show, where there is no such time on that very day.
    public let clock: TimeOfDay?

    init(_ field: FieldName, _ value: JSON?, clock: TimeOfDay? = nil) {
        self.field = field
        self.value = value
        self.clock = clock
    }

    /// The value from an element of a document's member `series`; nil where it is none.
    init?(_ json: JSON) {
        guard let name = json["id"]?.stringValue else { return nil }
        let numbers = json["clock"]?.stringValue.map { $0.split(separator: ":").compactMap { Int($0) } } ?? []
        self.init(
            FieldName(name), json["value"],
            clock: numbers.count == 3 ? TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers[2]) : nil)
    }

    /// The values of a document's member `series`.
    public static func all(_ json: JSON?) -> [SeriesValue] {
        json?.arrayValue?.compactMap { SeriesValue($0) } ?? []
    }

    /// The element as documents hold it.
    var json: JSON {
        var object: JSONObject = ["id": .string(field.description)]
        object["value"] = value
        object["clock"] = clock.map { .string($0.description) }
        return .object(object)
    }
}
