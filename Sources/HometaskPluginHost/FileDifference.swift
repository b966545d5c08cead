// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// A difference between an imported file and an existing document.
public struct FileDifference: Hashable, Sendable {
    /// The line of the file, counted from 1, if the plugin reported it.
    public let line: Int?
    /// The kind of the document.
    public let kind: DocumentKind
    /// The title or name of the existing document.
    public let title: String
    /// The names of the fields that differ, in order; `done` if the task is done only in the file.
    public let fields: [String]
    /// Whether the document took the file's values.
    public let isTaken: Bool

    /// The differing fields, as a phrase to follow the title.
    public var words: String { "(\(fields.joined(separator: ", ")))" }
}

/// Compares the values of a file with an existing document.
struct FileComparison {
    let document: Document
    /// The values of the file by field; null if the format has the field but the file has no value for it.
    let values: [FieldName: JSON]

    /// The fields that a file only sets when the document is created, or that follow from actions here.
    private static let passedOver: Set<FieldName> = [
        "completion", "created", "order", "previous", "series", "snooze", "verdict",
    ]

    /// The file's completion of the task, with its time and member; nil if the task is open in the file.
    var completion: JSON? { values["completion"].flatMap { $0.isNull ? nil : $0 } }

    /// Whether the task is done here and open in the file. If so, the file's values are ignored: a completed task keeps
    /// its values.
    private var isDoneHereAlone: Bool { document["completion"] != nil && completion == nil }

    /// Whether the task was never completed or reopened here.
    var isCompletionNew: Bool {
        document["completion"] == nil && document.writes(of: "completion").isEmpty
    }

    /// The differing fields with the file's values.
    var differing: [FieldName: JSON] {
        if isDoneHereAlone { return [:] }
        return values.filter { field, value in
            if Self.passedOver.contains(field) || field.extensionPath != nil { return false }
            // A done task is imported without its rule, because its successor is a separate task.
            if field == "repeat", completion != nil { return false }
            return Self.plain(value, of: field, in: document.kind)
                != Self.plain(document[field] ?? .null, of: field, in: document.kind)
                && !isSame(value, of: field)
        }
    }

    /// Whether a file's value equals the document's, apart from details of a time or a place that some formats cannot
    /// express.
    private func isSame(_ value: JSON, of field: FieldName) -> Bool {
        guard let here = document[field] else { return false }
        switch field {
        case _ where TaskField.dates.contains(where: { $0.key == field }):
            return value["zone"] == nil && value["at"] != nil && value["at"] == here["at"]
        case "place": return value["within"] == nil && value["pin"] == here["pin"]
        default: return false
        }
    }

    /// Returns a value without irrelevant details: the order of a set, the ids of items, blank lines of a text.
    private static func plain(_ value: JSON, of field: FieldName, in kind: DocumentKind) -> JSON {
        guard let elements = value.arrayValue else { return value }
        switch Schema.of(kind)?.rule(for: field.key.string) {
        case .set:
            let texts = Set(elements.compactMap(\.stringValue).map { ExactString($0) })
            return texts.isEmpty ? .null : .array(texts.sorted().map { .string($0.string) })
        case .text:
            let lines = elements.filter { $0.stringValue?.allSatisfy(\.isWhitespace) != true }
            return lines.isEmpty ? .null : .array(lines)
        case .list:
            return elements.isEmpty
                ? .null
                : .array(
                    elements.map { item in
                        guard var object = item.objectValue else { return item }
                        object["id"] = nil
                        if object["done"] == false { object["done"] = nil }
                        return .object(object)
                    })
        default: return value
        }
    }
}
