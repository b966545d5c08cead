// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
import HometaskTime

extension ParsedTask {
    /// Returns the fields of a new task, as stored in documents. A recurring task gets its first due date.
    ///
    /// - Parameters:
    ///   - viewpoint: provides the members and categories that words can name.
    ///   - reader: the reader of the documents in which pins are looked up.
    /// - Throws: `ReplicaError` (`invalidRequest`, `notFound`, `ambiguous`) if a value is invalid for its field, or the
    ///   title is missing.
    public func fields(
        from viewpoint: Viewpoint, reading reader: DocumentReader
    ) throws(ReplicaError) -> JSONObject {
        var fields: JSONObject = [:]
        let title = try value(.title, or: title.isEmpty ? nil : title) ?? ""
        guard VisibleText.isVisible(title) else { throw ReplicaError(.invalidRequest, "the task has no title") }
        fields["title"] = .string(title)
        try addScalars(to: &fields, TaskValueParser(from: viewpoint))
        let tags = Set(tags + values(.tags).map { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 })
        if !tags.isEmpty { fields["tags"] = .array(tags.sorted().map { .string($0) }) }
        var assignees = Set(assignees)
        for word in values(.assignees) { assignees.insert(try viewpoint.memberID(word)) }
        if !assignees.isEmpty { fields["assignees"] = .array(assignees.sorted().map { .string($0.description) }) }
        if let every = try value(.rule), every.lowercased() != "none" {
            let (rule, due) = try RuleParser(from: viewpoint).parse(every, from: Due(fields["due"]))
            fields["repeat"] = .string(rule.description)
            fields["due"] = due.json
        }
        fields["place"] = try place(reading: reader)
        return fields
    }

    private func addScalars(to fields: inout JSONObject, _ parser: TaskValueParser) throws(ReplicaError) {
        for field in TaskField.all where field != .title {
            let isGiven = !values(field).isEmpty
            switch field.values {
            case .tags, .members, .rule, .pin, .distance: continue
            case _ where field.isScalar:
                if let text = try value(field) {
                    fields[field.key.description] = try parser.value(text, of: field)
                }
            case _ where isGiven:
                // The forms in which phones edit a task have these two and no other such field.
                let isInForms = field == .description || field == .items
                throw ReplicaError(
                    .invalidRequest, "‘\(field.name):’ cannot be set here",
                    hint: isInForms
                        ? "Leave it out, and edit the task." : "Leave it out: it cannot be set on a phone.")
            default: continue
            }
        }
    }

    private func place(reading reader: DocumentReader) throws(ReplicaError) -> JSON? {
        guard let pin = try value(.pin) else {
            if values(.within).isEmpty { return nil }
            throw ReplicaError(.invalidRequest, "within: needs a pin", hint: "Name it with at:PIN.")
        }
        var metres: Double?
        if let within = try value(.within) { metres = try Distance.metres(within) }
        return Place(pin: try PinFinder(reading: reader).pin([pin]).id, within: metres).json
    }

    /// Returns the words of the title that look like a date or a rule; nil if there are none, or if the words contain
    /// ‘--’, which marks the rest as part of the title.
    public func dateRemainder(among words: [String], from viewpoint: Viewpoint) -> DateRemainder? {
        if words.contains("--") { return nil }
        let title = titleWords.flatMap { $0.split(separator: " ") }.map { String($0) }
        return DateRemainder(title, due: values(.due).last, rule: values(.rule).last, from: viewpoint)
    }
}
