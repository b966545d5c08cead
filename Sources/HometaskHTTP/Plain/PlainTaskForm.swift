// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing

/// The edit form of a task, without scripts. A hidden field contains the family version that the form shows.
struct PlainTaskForm {
    let page: PlainTaskPage

    private var messages: PageMessages { page.messages }
    private var form: TaskForm { page.form }

    var html: HTML {
        .element(
            "form", ["method": "post", "action": page.address.task(page.task.record.id)],
            around: PlainPage.hidden("version", page.task.version),
            PlainPage.line(messages.t("Title"), "title", value: form.title ?? ""),
            PlainPage.line(
                messages.t("Due"), "due", value: form.due ?? "", placeholder: "2027-01-31, fri, tomorrow 18:00",
                isLanguage: false),
            PlainPage.line(
                messages.t("Repeats"), "repeat", value: form.rule ?? "", placeholder: "2 weeks on tue, fri",
                isLanguage: false),
            assignees, category, priority,
            PlainPage.line(
                messages.t("Tags"), "tags", value: form.tags ?? "", placeholder: "shopping garden", isLanguage: false),
            PlainPage.field(messages.t("Description"), "description") { id in
                .element(
                    "textarea", ["id": id, "name": "description", "dir": "auto", "rows": "4"],
                    around: HTML(form.description ?? ""))
            },
            items, PlainPage.line(messages.t("New item"), "item", value: form.newItem ?? ""), scope,
            PlainPage.button(messages.t("Save"), isMain: true))
    }

    /// Returns a group of checkboxes. Browsers omit unticked boxes, so a hidden field marks the group as present in the
    /// form.
    private func group(_ legend: String, _ name: StaticString, of boxes: [HTML]) -> HTML {
        if boxes.isEmpty { return .none }
        return .element(
            "fieldset", .element("legend", HTML(legend)), PlainPage.hidden("group", "\(name)"), HTML(boxes))
    }

    private func box(
        _ text: String, _ name: StaticString, value: String, isTicked: Bool, isFixed: Bool = false
    ) -> HTML {
        .element(
            "label", ["class": "choice"],
            around: .element(
                "input",
                [
                    "type": "checkbox", "name": "\(name)", "value": value, "checked": isTicked ? "" : nil,
                    "disabled": isFixed ? "" : nil,
                ]),
            .element("bdi", HTML(text)))
    }

    private var assignees: HTML {
        let boxes = page.task.directory.activeMembers.map { member in
            box(
                member.name, "for", value: member.id.description,
                isTicked: form.assignees?.contains(member.id) ?? false)
        }
        return group(messages.t("For"), "for", of: boxes)
    }

    private var items: HTML {
        let boxes = page.task.record.items.map { item in
            // Items written by earlier versions have no ids, so a form cannot refer to them.
            item.id.isEmpty
                ? box(item.text, "done", value: "", isTicked: item.isDone, isFixed: true)
                : box(item.text, "done", value: item.id, isTicked: form.doneItems?.contains(item.id) ?? false)
        }
        return group(messages.t("Checklist"), "done", of: boxes)
    }

    private var category: HTML {
        var choices = page.task.directory.activeCategories.map { ($0.id.description, $0.name) }
        // A deleted category stays selectable until another one is chosen.
        if let own = page.task.record.category, !choices.contains(where: { $0.0 == own.description }) {
            choices.append((own.description, page.task.directory.categories[own]?.name ?? own.description))
        }
        return choice(messages.t("Category"), "category", of: form.category, among: choices)
    }

    private var priority: HTML {
        let choices = [
            ("high", messages.t("high")), ("medium", messages.t("medium")), ("low", messages.t("low")),
        ]
        return choice(messages.t("Priority"), "priority", of: form.priority, among: choices)
    }

    /// The scope of a change to a recurring task.
    private var scope: HTML {
        if page.task.record.rule == nil { return .none }
        let choices = [("once", messages.t("This once")), ("series", messages.t("All that follow"))]
        return choice(
            messages.t("Only this one, or all that follow?"), "scope", of: form.isOfSeries ? "series" : "once",
            among: choices, hasNone: false)
    }

    private func choice(
        _ label: String, _ name: StaticString, of value: String?, among choices: [(value: String, name: String)],
        hasNone: Bool = true
    ) -> HTML {
        PlainPage.field(label, "\(name)") { id in
            let options = ((hasNone ? [("", messages.t("none"))] : []) + choices).map { option -> HTML in
                .element(
                    "option", ["value": option.0, "selected": option.0 == value ?? "" ? "" : nil],
                    around: HTML(option.1))
            }
            return .element("select", ["id": id, "name": "\(name)"], around: HTML(options))
        }
    }
}
