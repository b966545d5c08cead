// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The import of a Trello board in JSON.
struct TrelloBoard {
    private let file: ServiceImport
    private var name = ""
    private var lists: [String: (name: String, isArchived: Bool)] = [:]
    private var members: [String: [String]] = [:]
    private var checklists: [String: [JSON]] = [:]
    private var comments: [String: [String]] = [:]

    private static let title = "a Trello board"
    private static let hint = "In Trello, open the board's menu, and choose Print, export and share, Export as JSON."

    init(_ call: Call) throws {
        file = try ServiceImport(
            call, of: "trello",
            telling: ["assignees", "category", "description", "due", "items", "reminders", "tags", "wait"])
    }

    mutating func run() throws {
        let (board, text) = try file.read(as: Self.title, hint: Self.hint)
        guard let cards = board["cards"]?.arrayValue, let lists = board["lists"]?.arrayValue else {
            throw ServiceImport.refusal(Self.title, "it has no ‘cards’ and ‘lists’", hint: Self.hint)
        }
        name = board["name"]?.stringValue ?? ""
        for list in lists {
            self.lists[list.text("id")] = (list.text("name"), list["closed"] == true)
        }
        for member in board["members"]?.arrayValue ?? [] {
            members[member.text("id")] = [member.text("fullName"), member.text("username")]
        }
        checklists = Dictionary(grouping: board["checklists"]?.arrayValue ?? []) { $0.text("idCard") }
        // The file lists actions in reverse order.
        for action in (board["actions"]?.arrayValue ?? []).reversed() where action["type"] == "commentCard" {
            comments[action["data"]?["card"]?.text("id") ?? "", default: []].append(action["data"]?.text("text") ?? "")
        }
        let lines = ElementLines(of: text, in: "cards")
        var entries: [ServiceImport.Entry] = []
        for (index, card) in cards.enumerated() {
            if card["isTemplate"] == true {
                file.call.skip(line: lines[index], "the card is a template and is left out")
            } else if let id = file.id(of: card, line: lines[index]) {
                entries.append(try entry(card, id, line: lines[index]))
            }
        }
        try file.propose(entries)
    }

    private func entry(_ card: JSON, _ id: String, line: Int?) throws -> ServiceImport.Entry {
        var entry = ServiceImport.Entry(id: id, task: ImportedTask(), line: line)
        entry.task.title = card.text("name")
        if !card.text("desc").isEmpty { entry.task.addDescription(card.text("desc")) }
        for comment in comments[id] ?? [] { entry.task.addDescription(comment) }
        for attachment in card["attachments"]?.arrayValue ?? [] where !attachment.text("url").isEmpty {
            entry.task.addDescription(attachment.text("url"))
        }
        try file.categorize(&entry.task, as: name)
        let list = lists[card.text("idList")]
        entry.task.tag(list?.name ?? "")
        for label in card["labels"]?.arrayValue ?? [] {
            entry.task.tag(label.text("name").isEmpty ? label.text("color") : label.text("name"))
        }
        for member in card["idMembers"]?.arrayValue ?? [] {
            file.assign(&entry.task, to: members[member.stringValue ?? ""] ?? [])
        }
        addItems(of: card, id, to: &entry.task)
        readDates(card, id, into: &entry)
        readState(card, list, into: &entry)
        return entry
    }

    private func addItems(of card: JSON, _ id: String, to task: inout ImportedTask) {
        let all = (checklists[id] ?? card["checklists"]?.arrayValue ?? []).sorted { $0.position < $1.position }
        for list in all {
            let items = (list["checkItems"]?.arrayValue ?? []).sorted { $0.position < $1.position }
            for item in items {
                let text = item.text("name")
                task.item(all.count > 1 ? "\(list.text("name")): \(text)" : text, isDone: item["state"] == "complete")
            }
        }
    }

    private func readDates(_ card: JSON, _ id: String, into entry: inout ServiceImport.Entry) {
        entry.task.due = ServiceImport.instant(card["due"]).map(file.due)
        if let start = ServiceImport.instant(card["start"]),
            ServiceImport.instant(card["due"]).map({ start < $0 }) ?? true
        {
            entry.task.wait = file.due(start)
        }
        if let minutes = card["dueReminder"]?.intValue, minutes >= 0, entry.task.due != nil {
            _ = entry.task.remind(["PT\(minutes)M"])
        }
        // A card's id begins with its creation time.
        entry.task.createdAt = Int64(id.prefix(8), radix: 16).flatMap { id.count == 24 ? Timestamp(seconds: $0) : nil }
    }

    /// Reads whether a card is done: its due date is ticked, or its list has a name such as `Done`. An archived card
    /// counts as done, so that it does not reappear as an open task.
    private func readState(
        _ card: JSON, _ list: (name: String, isArchived: Bool)?, into entry: inout ServiceImport.Entry
    ) {
        let doneAt = ServiceImport.instant(card["dateCompleted"]) ?? ServiceImport.instant(card["dateLastActivity"])
        let state = TaskState(list?.name ?? "")
        if card["dueComplete"] == true || state == .done {
            entry.task.doneAt = doneAt ?? file.call.session.now
        } else if card["closed"] == true || list?.isArchived == true {
            entry.task.doneAt = doneAt ?? file.call.session.now
            file.report(entry, "the card is archived; the task is imported as done")
        } else if state != .unknown {
            file.setState(&entry, list?.name ?? "", doneAt: doneAt)
        }
    }
}

extension JSON {
    /// The text of a member of this object; empty if there is none.
    fileprivate func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

    /// The sort position of a checklist or an item.
    fileprivate var position: Double {
        if case .number(let number)? = self["pos"] { number.double } else { 0 }
    }
}
