// SPDX-License-Identifier: Apache-2.0

import HometaskKit

extension PageMessages {
    /// What a field is called here; one that the pages do not know is called as in the documents.
    func label(of field: FieldName) -> String {
        switch field {
        case "title": t("Title")
        case "due": t("Due")
        case "assignees": t("For")
        case "category": t("Category")
        case "repeat": t("Repeats")
        case "priority": t("Priority")
        case "tags": t("Tags")
        case "description": t("Description")
        case "items": t("Checklist")
        case "completion": t("Done")
        case "place": t("Place")
        case "points": t("Points")
        case "deleted": t("Trash")
        default: field.description
        }
    }
}
