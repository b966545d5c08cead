// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// An item of the checklist of a task or a note.
public struct TaskItem: Hashable, Sendable, Identifiable {
    /// The item's name in its list; empty if an earlier version wrote it without one.
    public let id: String
    /// What is to be done, in a line.
    public let text: String
    /// Whether it is ticked off.
    public let isDone: Bool

    /// An item from an element of the checklist; what is none is an item without text, so that the others keep their
    /// numbers.
    public init(_ json: JSON) {
        id = json["id"]?.stringValue ?? ""
        text = json["text"]?.stringValue ?? ""
        isDone = json["done"]?.boolValue ?? false
    }

    /// The items of a document's member `items`, in their order.
    public static func all(_ json: JSON?) -> [TaskItem] {
        json?.arrayValue?.map { TaskItem($0) } ?? []
    }

    /// The longest text of an item, in code points, as the schema has it.
    static let longestText = 500

    /// A text without blanks around it.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue` where it is blank, too long, or has control characters or line
    ///   breaks.
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
