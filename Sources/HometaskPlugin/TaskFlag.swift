// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A field of tasks that has one value or none, such as `proof`, whose value is `photo`.
///
/// A format that writes every flag of ``all`` loses none that a later version of the schema adds.
public struct TaskFlag: Hashable, Sendable {
    /// The field's key in the document.
    public let name: String
    /// The only value of the field.
    public let value: String

    /// The flags in the schema of tasks, in byte order of their names.
    public static let all: [TaskFlag] = (Schema.of(.task)?.fields ?? []).compactMap { field in
        field.onlyValue.map { TaskFlag(name: field.name, value: $0) }
    }
}

/// The text of a task's field `window`, the hours in which the photo that proves it must be taken: `07:00-09:00`,
/// followed by a space and an IANA time zone if the hours are not in the family's zone.
public enum WindowText {
    /// The text of a value; nil if it is not a window.
    public static func text(_ window: JSON?) -> String? {
        guard let from = window?["from"]?.stringValue, let to = window?["to"]?.stringValue else { return nil }
        return ["\(from)-\(to)", window?["zone"]?.stringValue].compactMap(\.self).joined(separator: " ")
    }

    /// The value that a text describes; nil if it describes none. Hours may be written with one digit, and the dash
    /// with spaces.
    public static func window(_ text: String) -> JSON? {
        let zone = text.firstIndex(where: \.isLetter) ?? text.endIndex
        let clocks = text[..<zone].filter { !$0.isWhitespace }.split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.count == 4 ? "0\($0)" : String($0) }
        guard clocks.count == 2, clocks[0] != clocks[1] else { return nil }
        var window: JSONObject = ["from": .string(clocks[0]), "to": .string(clocks[1])]
        if zone < text.endIndex { window["zone"] = .string(String(text[zone...])) }
        return Schema.of(.task)?.validate(field: "window", value: .object(window)).isEmpty == true
            ? .object(window) : nil
    }
}
