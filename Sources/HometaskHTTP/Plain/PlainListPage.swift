// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing

/// A task list without scripts: a form for adding a task, a search form, and a button for ticking each task.
struct PlainListPage {
    let messages: PageMessages
    let address: PlainAddress
    let place: PlainAddress.ShownList
    /// The tasks; nil if the search is invalid.
    let listed: ListedTasks?
    /// The id of the task that the form adds.
    var newID: DocumentID
    /// The typed line of a new task that was refused.
    var line = ""
    var isSaved = false
    /// The translated notices about refused changes.
    var notices: [String] = []
    /// The server's reasons, in English.
    var reasons: [String] = []

    /// The maximum number of tasks shown by default.
    static let most = 200
    /// The maximum number of tasks shown on request.
    static let mostOfAll = 5000

    var page: PlainPage {
        PlainPage(
            messages: messages, title: title(place.list),
            main: [
                navigation, .element("h1", HTML(title(place.list))), PlainPage.saved(isSaved, messages),
                PlainPage.notice(notices, reasons: reasons, messages: messages), newTask, search, list, phone,
            ])
    }

    private func title(_ list: PhoneList) -> String {
        switch list {
        case .today: messages.t("Today")
        case .mine: messages.t("Mine")
        case .all: messages.t("Everyone's")
        case .done: messages.t("Done")
        }
    }

    private var navigation: HTML {
        let links = PhoneList.allCases.map { list -> HTML in
            var other = PlainAddress.ShownList()
            other.list = list
            let current = list == place.list ? "page" : nil
            return .element(
                "li", .element("a", ["href": address.list(other), "aria-current": current], around: HTML(title(list))))
        }
        return .element("nav", ["aria-label": messages.t("Lists")], around: .element("ul", HTML(links)))
    }

    private var newTask: HTML {
        .element(
            "form", ["method": "post", "action": address.newTask],
            around: PlainPage.hidden("id", newID.description), hiddenPlace,
            PlainPage.line(
                messages.t("New task"), "line", value: line, placeholder: "Milk @Tom due:fri +shopping"),
            PlainPage.button(messages.t("Add"), isMain: true))
    }

    private var search: HTML {
        .element(
            "form", ["method": "get", "action": address.root, "role": "search"],
            around: PlainPage.hidden("list", place.list.rawValue),
            PlainPage.line(
                messages.t("Search"), "search", value: place.search,
                placeholder: messages.t("Search: milk, +shopping, @tom")),
            PlainPage.button(messages.t("Search")))
    }

    private var hiddenPlace: HTML {
        [
            PlainPage.hidden("list", place.list.rawValue), PlainPage.hidden("search", place.search),
            place.isWhole ? PlainPage.hidden("all", "1") : .none,
        ]
    }

    /// The phone's section, which keeps the sign-out button apart from the other buttons.
    private var phone: HTML {
        .element(
            "details", .element("summary", HTML(messages.t("This phone"))),
            .element(
                "form", ["method": "post", "action": address.signOut], around: PlainPage.button(messages.t("Sign out")))
        )
    }

    private var list: HTML {
        guard let listed else { return .none }
        if listed.tasks.isEmpty { return .element("p", HTML(messages.t("Nothing here."))) }
        let rows = listed.tasks.map { row($0, listed) }
        return [
            .element(
                "form", ["method": "post", "action": address.completions],
                around: PlainPage.hidden("version", listed.version), hiddenPlace,
                .element("ul", ["class": "tasks"], around: HTML(rows))),
            rest(after: listed.tasks.count, of: listed.count),
        ]
    }

    /// Returns the note after the tasks if the list has more: a link to all tasks, or the number of tasks not shown.
    func rest(after shown: Int, of count: Int) -> HTML {
        if shown >= count { return .none }
        if place.isWhole {
            let text = messages.t(
                "{shown} of {count} tasks are shown. A search finds the others.",
                ["shown": String(shown), "count": String(count)])
            return .element("p", HTML(text))
        }
        var whole = place
        whole.isWhole = true
        let text =
            count > Self.mostOfAll
            ? messages.t("Show the first {count}", count: Self.mostOfAll)
            : messages.t("Show all {count}", count: count)
        return .element("p", .element("a", ["href": address.list(whole)], around: HTML(text)))
    }

    private func row(_ task: TaskRecord, _ listed: ListedTasks) -> HTML {
        .element(
            "li", PlainTaskPage.tick(task, messages),
            .element(
                "a", ["href": address.task(task.id)], around: .element("bdi", HTML(task.title)), details(task, listed)))
    }

    private func details(_ task: TaskRecord, _ listed: ListedTasks) -> HTML {
        var parts: [HTML] = []
        if let due = task.due { parts.append(PlainTaskPage.time(TaskForm.text(of: due, in: listed.zone))) }
        parts += task.assignees.map { .element("bdi", HTML(listed.directory.name(of: $0))) }
        parts += task.tags.map { .element("bdi", HTML("+\($0)")) }
        if !task.items.isEmpty {
            let done = String(task.items.count(where: \.isDone))
            parts.append(HTML(messages.t("{done} of {all}", ["done": done, "all": String(task.items.count)])))
        }
        if task.hasConflict { parts.append(HTML(messages.t("conflicting edits"))) }
        let separated = parts.enumerated().flatMap { $0.offset == 0 ? [$0.element] : [HTML(" · "), $0.element] }
        return parts.isEmpty ? .none : .element("small", HTML(separated))
    }
}
