// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskTime

/// The text of a task's field `window`, the hours in which the photo that proves it must be taken: `07:00-09:00`,
/// followed by a space and an IANA time zone if the hours are not in the family's zone.
public enum WindowText {
    /// What is wrong with a text that is no window, to follow the text or `it`.
    public static let fault = "is not a time span such as 07:00-09:00"

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
