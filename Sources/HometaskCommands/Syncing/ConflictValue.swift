// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

/// A new value that the user types for a field in conflict.
struct ConflictValue {
    private let conflict: Conflict
    private let session: FamilySession
    private let kind: DocumentKind

    init(_ conflict: Conflict, of kind: DocumentKind, in session: FamilySession) {
        self.conflict = conflict
        self.kind = kind
        self.session = session
    }

    /// Parses a value for the field; an empty text clears it.
    func parse(_ text: String) throws -> JSON {
        if conflict.line != nil { return .string(text) }
        if let member = conflict.member { return try parse(text, of: member) }
        switch conflict.field.description {
        case "deleted":
            guard text == "restore" || text == "delete" else {
                throw UsageError("‘\(text)’ is neither restore nor delete")
            }
            return .string(text)
        case _ where text.isEmpty: return .null
        case _ where Schema.of(kind)?.rule(for: conflict.field.key.string) == .set: return try elements(text)
        case "due": return try due(text)
        case "category": return .string(try session.categoryID(text).description)
        case "member", "mergedInto": return .string(try session.memberID(text).description)
        case "completion": return try completion(text)
        case _ where known != nil: return try extensionValue(text)
        default: return isText ? .string(text) : try json(text)
        }
    }

    private func parse(_ text: String, of member: Conflict.ItemMember) throws -> JSON {
        switch (member.name, text.lowercased()) {
        case ("text", _): return .string(try TaskItem.checkedText(text))
        case ("done", "done"): return true
        case ("done", "open"): return .null
        case ("done", _): throw UsageError("‘\(text)’ is neither open nor done")
        default: return text.isEmpty ? .null : isText ? .string(text) : try json(text)
        }
    }

    /// Parses the elements of a set, separated by commas; members are named as elsewhere.
    private func elements(_ text: String) throws -> JSON {
        let isOfMembers = conflict.field == "assignees"
        let words = text.split { $0 == "," || $0 == " " && !isOfMembers }.map { String($0) }
        return .array(try words.map { .string(isOfMembers ? try session.memberID($0).description : $0) })
    }

    /// The plugin's field in conflict, if the plugin is enabled.
    private var known: ExtensionField? {
        ExtensionName(conflict.field).flatMap { session.extensions.field($0, of: kind) }
    }

    private func extensionValue(_ text: String) throws -> JSON {
        guard let known else { return .null }
        let parser = ExtensionFieldParser(session, of: kind)
        let value = try parser.value(text, of: known)
        try parser.check(value, known.name)
        return value
    }

    private var isText: Bool {
        conflict.candidates.contains { $0.value.stringValue != nil }
    }

    private func due(_ text: String) throws -> JSON {
        do {
            switch try session.dates(.future).parse(text) {
            case .day(let day): return Due.day(day).json
            case .instant(let instant): return Due.instant(instant, zone: session.zone.identifier).json
            }
        } catch {
            throw UsageError("\(error)", hint: "Write dates as 2026-11-27, fri, tomorrow 18:00 or in 3 days.")
        }
    }

    private func completion(_ text: String) throws -> JSON {
        switch text.lowercased() {
        case "open": return .null
        case "done": return Completion(at: session.now, by: session.member).json
        default: throw UsageError("‘\(text)’ is neither open nor done")
        }
    }

    private func json(_ text: String) throws -> JSON {
        do {
            return try JSON.parse(text)
        } catch {
            throw UsageError(
                "‘\(text)’ is not a valid value of \(conflict.field.words)",
                hint: "Write it as JSON, like \(conflict.candidates.first?.value.compactText ?? "12").")
        }
    }
}
