// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The merge rules of format 1, for readings that must come out the same on every device whatever schemas it has.
///
/// Where a tool without stamps wrote a field, its rule is looked up here and never in the reader's schemas; a field
/// that is not listed is a register. The list is part of the format: it does not change while the format's number
/// stays.
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
