// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily

/// Formats templates, for people and as JSON.
enum TemplateFormatter {
    static let argument = ArgumentHelp(
        "Words of the template's name in quotes, or # and the start of its id.", valueName: "template")

    /// Returns the documents that a template creates: `3 tasks, 1 note`.
    static func contents(_ template: TemplateRecord) -> String {
        let kinds = template.documents.map { $0["kind"]?.stringValue ?? "" }
        let parts = ["task", "note", "hunt"].compactMap { kind -> String? in
            let count = kinds.count { $0 == kind }
            return count == 0 ? nil : SyncFormatter.count(count, kind)
        }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    /// Returns an object with `id`, `name`, `documents` (`kind` and the fields of each), `createdAt`, `createdBy`,
    /// `conflict` and `deleted`, and the template's own text fields.
    static func json(_ template: TemplateRecord, in session: FamilySession) -> JSON {
        var object = JSONObject(trashable: template)
        object["name"] = .string(template.name)
        object["documents"] = .array(template.documents.map { .object($0) })
        object["createdBy"] = template.createdBy.map { .string(session.directory.current($0).description) }
        return .object(object)
    }
}
