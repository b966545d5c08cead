// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing

/// Renders a conflict: the value of each edit, and a button for each choice.
struct PlainConflict {
    let conflict: Conflict
    let page: PlainTaskPage

    private var messages: PageMessages { page.messages }

    var html: HTML {
        let heading = "\(messages.t("Conflicting edits")): \(page.messages.label(of: conflict.field))"
        let rows = choices.enumerated().map { index, text in row(text, index) }
        let list = HTML.element("ul", HTML(rows))
        return .element(
            "section", ["class": "notice"], around: .element("h2", HTML(heading)),
            conflict.isChoice ? form(list) : list)
    }

    private func form(_ list: HTML) -> HTML {
        .element(
            "form", ["method": "post", "action": page.address.conflicts(of: page.task.record.id)],
            around: PlainPage.hidden("version", page.task.version),
            PlainPage.hidden("field", conflict.field.description), list)
    }

    /// The labels of the choices, in index order.
    private var choices: [String] {
        guard conflict.isDeletion else { return conflict.candidates.map { text(of: $0.value) } }
        let time = conflict.candidates.first?.writes.first.map { write in
            PlainTaskPage.spaced(TaskForm.text(of: .instant(write.time, zone: nil), in: page.task.zone))
        }
        return [messages.t("Kept, with the edits"), messages.t("Deleted on {time}", ["time": time ?? ""])]
    }

    private func row(_ text: String, _ index: Int) -> HTML {
        let keep = messages.t("Keep this")
        let button = HTML.element(
            "button", ["name": "choice", "value": String(index), "aria-label": "\(keep): \(text)"], around: HTML(keep))
        return .element("li", .element("bdi", HTML(text)), conflict.isChoice ? [" ", button] : .none)
    }

    private func text(of value: JSON) -> String {
        switch value {
        case .null: messages.t("(nothing)")
        case .string(let text) where conflict.field == "category":
            DocumentID(text).flatMap { page.task.directory.categories[$0]?.name } ?? text
        case .string(let text): text
        default:
            Due(value).map { PlainTaskPage.spaced(TaskForm.text(of: $0, in: page.task.zone)) } ?? value.compactText
        }
    }
}
