// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskTime

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
        ClockSpan(window).map { [$0.text, window?["zone"]?.stringValue].compactMap(\.self).joined(separator: " ") }
    }

    /// The value that a text describes; nil if it describes none. The hours are read as in `ClockSpan(text:)`.
    public static func window(_ text: String) -> JSON? {
        let zone = text.firstIndex(where: \.isLetter) ?? text.endIndex
        guard case .object(var window)? = ClockSpan(text: String(text[..<zone]))?.json else { return nil }
        if zone < text.endIndex {
            let name = PlainText.line(text[zone...]).line
            guard (try? TimeZoneRules(identifier: name)) != nil else { return nil }
            window["zone"] = .string(name)
        }
        return .object(window)
    }
}
