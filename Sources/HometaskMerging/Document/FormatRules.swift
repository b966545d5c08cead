// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The merge rules of format 1, for reading files identically on every device, regardless of its schemas.
///
/// If a tool wrote a field without stamps, the field's rule is looked up here and never in the reader's schemas. A
/// field that is not listed is a register. The list is part of the format: it does not change without a new format
/// number.
enum FormatRules {
    static func rule(of field: FieldName, kind: DocumentKind) -> MergeRule {
        rules[kind.rawValue]?[field] ?? .register
    }

    static let rules: [String: [FieldName: MergeRule]] = [
        "task": [
            "assignees": .set, "completion": .latest, "description": .text, "items": .list, "tags": .set,
        ],
        "pin": ["labels": .set],
        "note": ["text": .text],
        "device": ["actors": .set],
    ]
}
