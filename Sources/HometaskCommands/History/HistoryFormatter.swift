// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// Formats the changes of a document for people.
struct HistoryFormatter {
    private let session: FamilySession
    private let words: TaskValueFormatter
    private let kind: DocumentKind

    /// - Parameter kind: the kind of the document.
    init(_ session: FamilySession, _ words: TaskValueFormatter, of kind: DocumentKind) {
        self.session = session
        self.words = words
        self.kind = kind
    }

    func lines(_ change: VersionChange) -> [String] {
        let (output, entry) = (session.output, change.entry)
        let what = change.isCreation ? " added it" : entry.isMerge ? " merged everyone's edits" : ""
        let tool = entry.isOurs ? "" : ", with git"
        let plugins = Self.words(of: entry.plugins)
        let heading = EscapedText.safe("\(session.dates.instant(entry.time))  \(entry.author)\(what)\(tool)\(plugins)")
        var lines = ["", Style.dim.applied(to: TextWidth.truncated(heading, to: output.width), in: output.mode)]
        if let fault = change.fault { lines.append("  " + EscapedText.safe(fault)) }
        var block = FieldBlock()
        for field in change.fields {
            guard field.name == "extensions" else {
                block.add(Self.label(field.name), text(field))
                continue
            }
            let fields = ExtensionFieldFormatter(session, of: kind)
            let (old, new) = (field.old?.objectValue ?? JSONObject(), field.new?.objectValue ?? JSONObject())
            for (label, change) in fields.changes(from: old, to: new) { block.add(label, change) }
        }
        return lines + block.lines(width: output.width - 2, mode: output.mode).map { "  " + $0 }
    }

    /// Returns the plugins that took part in a change, as a phrase to follow its description.
    private static func words(of plugins: [PluginShare]) -> String {
        if plugins.isEmpty { return "" }
        return ", by the plugin\(plugins.count == 1 ? "" : "s") \(plugins.map(\.plugin).joined(separator: ", "))"
    }

    private static func label(_ field: FieldName) -> String {
        switch field {
        case "deleted": "trash"
        case "conflicts": "conflict"
        case "items": "checklist"
        default: TaskField.title(of: field)
        }
    }

    private func text(_ field: VersionChange.Field) -> String {
        switch field.name {
        case "order" where kind == .hunt: return field.new == "free" ? "in any order" : "one after another"
        case "order": return "moved"
        case "deleted": return field.new == nil ? "restored" : "deleted"
        case "conflicts": return field.new.map { "open: " + names($0) } ?? "resolved"
        case "description", "text": return lines(from: field.old, to: field.new)
        case "items": return ItemChanges(from: field.old, to: field.new).lines.joined(separator: "\n")
        case "tags", "assignees", "labels": return elements(field)
        default: break
        }
        let new = words.value(field.new, of: field.name)
        return field.old == nil && field.name != "completion"
            ? new : "\(words.value(field.old, of: field.name)) → \(new)"
    }

    private func names(_ value: JSON) -> String {
        value.arrayValue?.compactMap(\.stringValue).joined(separator: "; ") ?? ""
    }

    /// Returns the elements that were added to and removed from a set.
    private func elements(_ field: VersionChange.Field) -> String {
        let (old, new) = (field.old?.arrayValue ?? [], field.new?.arrayValue ?? [])
        let added = new.filter { !old.contains($0) }
        let removed = old.filter { !new.contains($0) }
        var parts: [String] = []
        if !added.isEmpty { parts.append("added " + words.value(.array(added), of: field.name)) }
        if !removed.isEmpty { parts.append("removed " + words.value(.array(removed), of: field.name)) }
        return parts.joined(separator: "; ")
    }

    /// Returns the lines that remain after removing the common prefix and suffix.
    private static func changed(_ before: [String], _ after: [String]) -> ([String], [String]) {
        let head = zip(before, after).prefix { $0 == $1 }.count
        let (old, new) = (before.dropFirst(head), after.dropFirst(head))
        let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
        return (Array(old.dropLast(tail)), Array(new.dropLast(tail)))
    }

    /// Returns the removed lines (`-`) and the added ones (`+`).
    private func lines(from old: JSON?, to new: JSON?) -> String {
        let (before, after) = Self.changed(
            old?.arrayValue?.map { $0.stringValue ?? $0.compactText } ?? [],
            new?.arrayValue?.map { $0.stringValue ?? $0.compactText } ?? [])
        // The comparison is quadratic: for long, dissimilar texts it would take hours without a useful result.
        if before.count * after.count > 1_000_000 {
            return (before.map { "- \($0)" } + after.map { "+ \($0)" }).joined(separator: "\n")
        }
        let difference = after.difference(from: before)
        let removed = difference.removals.map { change -> String in
            if case .remove(_, let line, _) = change { return "- \(line)" }
            return ""
        }
        let added = difference.insertions.map { change -> String in
            if case .insert(_, let line, _) = change { return "+ \(line)" }
            return ""
        }
        return (removed + added).joined(separator: "\n")
    }
}
