// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// An item of the checklist of a task or a note.
public struct TaskItem: Hashable, Sendable, Identifiable {
    /// The item's id in its list; empty if an earlier version wrote it without one.
    public let id: String
    /// What has to be done, in a line.
    public let text: String
    /// Whether the item is ticked off.
    public let isDone: Bool

    /// Reads an item from an element of the checklist. An invalid element becomes an item without text, so that the
    /// other items keep their numbers.
    public init(_ json: JSON) {
        id = json["id"]?.stringValue ?? ""
        text = json["text"]?.stringValue ?? ""
        isDone = json["done"]?.boolValue ?? false
    }

    /// The items of a document's member `items`, in their order.
    public static func all(_ json: JSON?) -> [TaskItem] {
        json?.arrayValue?.map { TaskItem($0) } ?? []
    }

    /// The maximum length of an item's text, in code points, as in the schema.
    static let longestText = 500

    /// Checks a text and removes surrounding spaces.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue` if it is blank, too long, or has control characters or line breaks.
    public static func checkedText(_ text: String) throws(ReplicaError) -> String {
        let head = text.drop { $0.isWhitespace }
        let trimmed = String(head.reversed().drop { $0.isWhitespace }.reversed())
        func refusal(_ fault: String) -> ReplicaError {
            ReplicaError(
                .invalidValue, "the text of an item \(fault)",
                hint: "It is one line of 1 to \(longestText) characters, without control characters.")
        }
        if trimmed.isEmpty { throw refusal("cannot be empty") }
        let length = trimmed.unicodeScalars.count
        if length > longestText { throw refusal("cannot be \(length) characters long") }
        let isControl: (Unicode.Scalar) -> Bool = {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x2028 || $0.value == 0x2029
        }
        if trimmed.contains(where: { $0.isNewline }) { throw refusal("cannot have a line break") }
        if trimmed.unicodeScalars.contains(where: isControl) { throw refusal("cannot have a control character") }
        return trimmed
    }
}
