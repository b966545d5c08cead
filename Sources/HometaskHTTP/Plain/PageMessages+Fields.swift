// SPDX-License-Identifier: Apache-2.0

import HometaskKit

extension PageMessages {
    /// Returns the label of a field; for an unknown field, its name in the documents.
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
        case "proof": t("Proof")
        case "approval": t("Approval")
        case "window": t("Time of the photo")
        case "reminders": t("Reminders")
        case "nag": t("Repeated reminders")
        case "wait": t("Hidden until")
        case "after": t("Comes after")
        case "order": t("Order")
        default: field.description
        }
    }
}
