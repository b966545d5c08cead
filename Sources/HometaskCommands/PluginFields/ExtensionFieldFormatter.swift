// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime

/// Formats the values of fields that plugins add, for people.
struct ExtensionFieldFormatter {
    private let session: FamilySession
    private let kind: DocumentKind

    init(_ session: FamilySession, of kind: DocumentKind = .task) {
        self.session = session
        self.kind = kind
    }

    /// Formats a value for people. A value of the wrong type is shown as stored.
    func text(_ value: JSON, of name: ExtensionName) -> String {
        let type = session.extensions.field(name, of: kind)?.type ?? .other
        switch (type, value) {
        case (_, .bool(let flag)): return flag ? "yes" : "no"
        case (.date, .string(let text)):
            return CivilDate(iso: text).map { session.dates.day($0) } ?? text
        case (.time, .string(let text)):
            return ExtensionTime.instant(of: text).map { session.dates.instant($0) } ?? text
        case (_, .string(let text)): return Self.shortened(text)
        case (_, .array(let values)):
            let texts = values.compactMap(\.stringValue)
            return Self.shortened(texts.count == values.count ? texts.joined(separator: ", ") : value.compactText)
        default: return Self.shortened(value.compactText)
        }
    }

    /// Truncates text that would fill several screens; '--json' prints it in full.
    private static func shortened(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: 2000, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    /// Returns the fields that plugins added to a document, each with its label: the title of a known field, otherwise
    /// its full name.
    func lines(_ extensions: JSONObject) -> [(label: String, value: String)] {
        ExtensionName.values(in: extensions).map { (label: label(of: $0.name), value: text($0.value, of: $0.name)) }
    }

    /// Returns the fields in which two versions of a document differ, each with its label, the old value and the new
    /// one.
    func changes(from old: JSONObject, to new: JSONObject) -> [(label: String, change: String)] {
        let before = Dictionary(ExtensionName.values(in: old).map { ($0.name, $0.value) }) { first, _ in first }
        let after = Dictionary(ExtensionName.values(in: new).map { ($0.name, $0.value) }) { first, _ in first }
        return Set(before.keys).union(after.keys).sorted().compactMap { name in
            guard before[name] != after[name] else { return nil }
            let value = after[name].map { text($0, of: name) } ?? "(nothing)"
            let change = before[name].map { "\(text($0, of: name)) → \(value)" } ?? value
            return (label: label(of: name), change: change)
        }
    }

    private func label(of name: ExtensionName) -> String {
        session.extensions.field(name, of: kind)?.title ?? name.description
    }
}
