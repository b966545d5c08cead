// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing

/// The plain page of a task: its contents, and a form to edit it.
struct PlainTaskPage {
    let messages: PageMessages
    let address: PlainAddress
    let task: ShownTask
    /// The form values: those of the task, overridden by refused input.
    var form: TaskForm
    /// The id of the comment that the form adds.
    var newID: DocumentID
    /// The typed text of a refused comment.
    var comment = ""
    /// The confirmation question for completing the task early; nil if that was not attempted.
    var question: String?
    var isSaved = false
    /// The translated notices about refused changes.
    var notices: [String] = []
    /// The server's reasons, in English.
    var reasons: [String] = []

    var page: PlainPage {
        PlainPage(
            messages: messages, title: task.record.title,
            main: [
                .element("p", .element("a", ["href": address.root], around: HTML(messages.t("Back")))),
                .element("h1", ["dir": "auto"], around: HTML(task.record.title)), PlainPage.saved(isSaved, messages),
                PlainPage.notice(notices, reasons: reasons, messages: messages), state,
                question.map { PlainPage.notice([$0], messages: messages) } ?? .none,
                HTML(task.conflicts.map { PlainConflict(conflict: $0, page: self).html }), completion,
                PlainTaskForm(page: self).html, comments,
                HTML(notes.map { .element("p", .element("small", HTML($0))) }),
            ])
    }

    private var state: HTML {
        task.record.isDeleted ? PlainPage.notice([messages.t("This task is in the trash.")], messages: messages) : .none
    }

    // MARK: Completion

    /// Returns the button that completes or reopens a task. The accessible name begins with the visible text (WCAG 2.2,
    /// 2.5.3).
    static func tick(_ task: TaskRecord, _ messages: PageMessages) -> HTML {
        let values: KeyValuePairs = ["title": task.title]
        let label = task.isOpen ? messages.t("Done: {title}", values) : messages.t("Open again: {title}", values)
        let (name, text) = task.isOpen ? ("done", messages.t("Done")) : ("reopen", messages.t("Open again"))
        return .element(
            "button", ["name": name, "value": task.id.description, "aria-label": label], around: HTML(text))
    }

    private var completion: HTML {
        if task.record.isDeleted { return .none }
        let proof = task.record.needsPhoto && task.record.isOpen
        return [
            .element(
                "form", ["method": "post", "action": address.completions],
                around: PlainPage.hidden("version", task.version),
                PlainPage.hidden("from", "task"), question == nil ? .none : PlainPage.hidden("early", "1"),
                Self.tick(task.record, messages)),
            proof ? .element("p", HTML(messages.t("This task is done once a photo proves it."))) : .none, done,
        ]
    }

    /// Returns the question whether to complete a task within the period of the preceding occurrence.
    func words(of early: EarlyCompletion) -> String {
        let (name, time) = by(early.previous)
        let due = Self.spaced(TaskForm.text(of: early.due, in: task.zone))
        return messages.t("Done: {time}, {name}", ["time": time, "name": name])
            + ". \(messages.t("Due")): \(due). \(messages.t("Done"))?"
    }

    /// Returns the author's name and the time of a completion.
    private func by(_ completion: Completion) -> (name: String, time: String) {
        let name = completion.by.map { task.directory.name(of: $0) } ?? messages.t("somebody")
        return (name, Self.spaced(TaskForm.text(of: .instant(completion.at, zone: nil), in: task.zone)))
    }

    private var done: HTML {
        guard let completion = task.record.completion else { return .none }
        let (name, time) = by(completion)
        let text = messages.t("Done: {time}, {name}", ["time": time, "name": name])
        return .element("p", ["dir": "auto"], around: HTML(text))
    }

    // MARK: Times

    /// Formats a time for display: `2026-12-24 18:00`.
    static func spaced(_ time: String) -> String {
        time.split(separator: "T", maxSplits: 1).joined(separator: " ")
    }

    /// Returns a `time` element for a day or time in the family's time zone.
    static func time(_ time: String) -> HTML { .element("time", ["datetime": time], around: HTML(spaced(time))) }

    // MARK: Comments

    private var comments: HTML {
        [
            .element("h2", HTML(messages.t("Comments"))),
            task.comments.isEmpty ? .none : .element("ul", ["class": "comments"], around: HTML(task.comments.map(row))),
            .element(
                "form", ["method": "post", "action": address.comments(of: task.record.id)],
                around: PlainPage.hidden("id", newID.description),
                PlainPage.field(messages.t("New comment"), "text") { id in
                    .element("textarea", ["id": id, "name": "text", "dir": "auto", "rows": "3"], around: HTML(comment))
                },
                PlainPage.button(messages.t("Send"))),
        ]
    }

    private func row(_ comment: CommentRecord) -> HTML {
        let name = comment.createdBy.map { task.directory.name(of: $0) } ?? messages.t("somebody")
        let time = comment.createdAt.map { TaskForm.text(of: .instant($0, zone: nil), in: task.zone) }
        let head: HTML = [.element("bdi", HTML(name)), time.map { [", ", Self.time($0)] } ?? .none]
        return .element(
            "li", .element("small", head), .element("bdi", HTML(comment.text.joined(separator: "\n"))))
    }

    /// The values that cannot be edited here.
    private var notes: [String] {
        var notes: [String] = []
        if let points = task.record.points { notes.append(messages.t("{count} points", count: points)) }
        if task.record.needsApproval { notes.append(messages.t("an adult approves it")) }
        if let author = task.record.createdBy {
            notes.append(messages.t("Added by {name}", ["name": task.directory.name(of: author)]))
        }
        return notes
    }
}
