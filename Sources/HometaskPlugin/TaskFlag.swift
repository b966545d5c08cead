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
        guard let from = window?["from"]?.stringValue, let to = window?["to"]?.stringValue else { return nil }
        return ["\(from)-\(to)", window?["zone"]?.stringValue].compactMap(\.self).joined(separator: " ")
    }

    /// The value that a text describes; nil if it describes none. Hours may be written with one digit, and the dash as
    /// an en dash and with spaces.
    public static func window(_ text: String) -> JSON? {
        let text = text.replacing("–", with: "-")
        let zone = text.firstIndex(where: \.isLetter) ?? text.endIndex
        let clocks = text[..<zone].split(separator: "-", omittingEmptySubsequences: false)
            .map { clock(PlainText.line($0).line) }
        guard clocks.count == 2, let from = clocks[0], let to = clocks[1], from != to else { return nil }
        var window: JSONObject = ["from": .string(from), "to": .string(to)]
        if zone < text.endIndex {
            let name = PlainText.line(text[zone...]).line
            guard (try? TimeZoneRules(identifier: name)) != nil else { return nil }
            window["zone"] = .string(name)
        }
        return Schema.of(.task)?.validate(field: "window", value: .object(window)).isEmpty == true
            ? .object(window) : nil
    }

    /// A time of day as documents have it, `07:00`; nil if the text, such as `7:00`, is none.
    private static func clock(_ text: String) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), TimeOfDay(hour: hour, minute: minute) != nil
        else { return nil }
        return (hour < 10 ? "0" : "") + "\(hour):" + parts[1]
    }
}
