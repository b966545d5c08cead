// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

@testable import HometaskMerging

/// One person's edit of a copy, applied to the document and the log alike.
enum Operation: Hashable {
    case write(String?, to: String, MergeRule)
    case writeWeakly(String, to: String)
    case insert(String, String)
    case remove(String, String)
    /// Lines of the given names, each made unique, at the given index.
    case addLines([String], behind: Int, String)
    /// A line that may equal other lines, at the given index; lines are only added to such a text, because the log
    /// identifies a line by its text.
    case addTwin(String, behind: Int, String)
    case editLine(Int, String)
    case cutLine(Int, String)
    /// An item with the given text and optional id, at the given index.
    case addItem(String, id: String?, behind: Int, String)
    /// A write to a member of the item shown at an index; nil clears the member.
    case writeItem(Int, String, String?, String)
    case moveItem(Int, to: Int, String)
    case removeItem(Int, String)
    case delete
    case restore

    /// Applies the operation. Returns false for a no-op; nil if document and log disagree about that.
    func apply(_ copy: inout Copy, _ log: inout EventLog, actor: String, time: Int64, engine: Engine) -> Bool? {
        guard let id = ActorID(engine.name(of: actor)) else { return nil }
        let author = Author(actor: id, time: Timestamp(seconds: time))
        let before = log
        tell(&copy.known, &log, document: copy.document, actor: actor, name: id, time: time)
        let changed = engine.write(&copy.document) { act(&$0, before.next(actor), by: author) }
        return changed == (log != before) ? changed : nil
    }

    private func act(_ document: inout Document, _ event: EventLog.EventID, by author: Author) -> Bool {
        switch self {
        case .write(let value, let field, let rule):
            return document.writeValue(value.map { .string($0) }, to: FieldName(field), rule: rule, by: author)
        case .writeWeakly(let value, let field):
            return document.writeValue(.string(value), to: FieldName(field), rule: .register, by: author.weakly)
        case .insert(let element, let field): return document.insert(element, into: FieldName(field), by: author)
        case .remove(let element, let field): return document.remove(element, from: FieldName(field))
        case .addLines(let names, let index, let field):
            var lines = document[FieldName(field)]?.arrayValue ?? []
            guard index <= lines.count else { return false }
            lines.insert(contentsOf: Self.unique(names, event).map { .string($0) }, at: index)
            return document.writeValue(.array(lines), to: FieldName(field), rule: .text, by: author)
        case .addTwin(let line, let index, let field):
            var lines = document[FieldName(field)]?.arrayValue ?? []
            guard index <= lines.count else { return false }
            lines.insert(.string(line), at: index)
            return document.writeValue(.array(lines), to: FieldName(field), rule: .text, by: author)
        case .editLine(let index, let field):
            let line = Self.unique(["edit"], event)[0]
            return document.writeLine(line, at: index, of: FieldName(field), by: author)
        case .cutLine(let index, let field):
            return document.writeLine(nil, at: index, of: FieldName(field), by: author)
        case .addItem(let text, let id, let index, let field):
            let items = Self.items(document, field)
            guard index <= items.count else { return false }
            let place = index == 0 ? Document.ItemPlace.first : .after(items[index - 1])
            let members: JSONObject = ["done": "no", "text": .string(text)]
            return document.insertItem(members, into: FieldName(field), at: place, id: id, by: author) != nil
        case .writeItem(let index, let name, let value, let field):
            guard let id = Self.item(at: index, of: document, in: field) else { return false }
            return document.writeItem(id, JSONObject([(name, JSON(value))]), in: FieldName(field), by: author)
        case .moveItem(let index, let target, let field):
            let items = Self.items(document, field)
            guard items.indices.contains(index), items.indices.contains(target) else { return false }
            let place = target < index ? Document.ItemPlace.before(items[target]) : .after(items[target])
            return document.moveItem(items[index], to: place, in: FieldName(field), by: author)
        case .removeItem(let index, let field):
            guard let id = Self.item(at: index, of: document, in: field) else { return false }
            return document.removeItem(id, from: FieldName(field), by: author)
        case .delete:
            document.delete(by: author)
            return true
        case .restore:
            let before = document
            document.restore(by: author)
            return document != before
        }
    }

    private func tell(
        _ known: inout Set<EventLog.EventID>, _ log: inout EventLog, document: Document, actor: String,
        name: ActorID, time: Int64
    ) {
        switch self {
        case .write(let value, let field, let rule):
            let place = EventLog.Place.field(field)
            let text = JSON(value).compactText
            let present = log.values(place, known)
            let isOpen =
                rule == .latest ? Set(present.map { $0 == "null" }).count > 1 : Set(present).count > 1
            if !isOpen, present.first ?? "null" == text { return }
            log.append(actor, at: place, value: text, time: time, known: &known)
        case .writeWeakly(let value, let field):
            let place = EventLog.Place.field(field)
            if Set(log.values(place, known)) == [JSON(value).compactText] { return }
            log.append(actor, at: place, value: JSON(value).compactText, time: time, isWeak: true, known: &known)
        case .insert(let element, let field):
            let place = EventLog.Place.element(element, of: field)
            if log.values(place, known).isEmpty {
                log.append(actor, at: place, value: "null", time: time, known: &known)
            }
        case .remove(let element, let field):
            let place = EventLog.Place.element(element, of: field)
            if !log.values(place, known).isEmpty { log.append(actor, at: place, value: nil, time: time, known: &known) }
        case .addLines(let names, let index, let field):
            guard index <= document[FieldName(field)]?.arrayValue?.count ?? 0 else { return }
            for line in Self.unique(names, log.next(actor)) {
                let place = EventLog.Place.line(log.next(actor), of: field)
                log.append(actor, at: place, value: JSON(line).compactText, time: time, known: &known)
            }
        case .addTwin(let line, let index, let field):
            guard index <= document[FieldName(field)]?.arrayValue?.count ?? 0 else { return }
            let place = EventLog.Place.line(log.next(actor), of: field)
            log.append(actor, at: place, value: JSON(line).compactText, time: time, known: &known)
        case .editLine(let index, let field):
            guard let place = Self.line(at: index, in: field, of: document, knowing: known, log: log) else { return }
            let line = Self.unique(["edit"], log.next(actor))[0]
            log.append(actor, at: place, value: JSON(line).compactText, time: time, known: &known)
        case .cutLine(let index, let field):
            guard let place = Self.line(at: index, in: field, of: document, knowing: known, log: log) else { return }
            log.append(actor, at: place, value: nil, time: time, known: &known)
        case .addItem, .writeItem, .moveItem, .removeItem:
            tellItem(&known, &log, document: document, actor: actor, name: name, time: time)
        case .delete: log.append(actor, at: .deletion, value: "deleted", time: time, known: &known)
        case .restore:
            guard !log.values(.deletion, known).isEmpty else { return }
            log.append(actor, at: .deletion, value: "null", time: time, known: &known)
        }
    }

    private func tellItem(
        _ known: inout Set<EventLog.EventID>, _ log: inout EventLog, document: Document, actor: String,
        name: ActorID, time: Int64
    ) {
        switch self {
        case .addItem(let text, let id, let index, let field):
            let there = log.items(in: field, known)
            guard index <= there.count, id.map({ !there.contains($0) }) ?? true else { return }
            let id = id ?? "\(name).\(document.seen[name] + 1)"
            log.remove(actor, id, of: field, time: time, known: &known)
            let members = ["done": JSON.string("no").compactText, "text": JSON.string(text).compactText]
            log.change(actor, id, of: field, members: members, moves: true, time: time, known: &known)
            log.clearUp(actor, field, time: time, known: &known)
        case .writeItem(let index, let name, let value, let field):
            guard let id = Self.item(at: index, of: document, in: field) else { return }
            let present = log.values(.member(name, item: id, of: field), known)
            let shown = log.members(of: id, in: field, knowing: known)?[name] ?? "null"
            if Set(present).count < 2, shown == JSON(value).compactText { return }
            log.change(
                actor, id, of: field, members: [name: JSON(value).compactText], moves: false, time: time, known: &known)
            log.clearUp(actor, field, time: time, known: &known)
        case .moveItem(let index, let target, let field):
            guard let id = Self.item(at: index, of: document, in: field), index != target,
                Self.item(at: target, of: document, in: field) != nil
            else { return }
            let place = EventLog.Place.position(item: id, of: field)
            log.append(actor, at: place, value: "moved", time: time, isWeak: true, known: &known)
            log.clearUp(actor, field, time: time, known: &known)
        case .removeItem(let index, let field):
            guard let id = Self.item(at: index, of: document, in: field) else { return }
            log.remove(actor, id, of: field, time: time, known: &known)
            log.clearUp(actor, field, time: time, known: &known)
        default: break
        }
    }

    private static func items(_ document: Document, _ field: String) -> [String] {
        (document[FieldName(field)]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
    }

    private static func item(at index: Int, of document: Document, in field: String) -> String? {
        let items = items(document, field)
        return items.indices.contains(index) ? items[index] : nil
    }

    private static func unique(_ names: [String], _ event: EventLog.EventID) -> [String] {
        names.map { "\($0) \(event.actor)\(event.index)" }
    }

    /// The place of the line shown at an index: all lines of a test are distinct.
    static func line(
        at index: Int, in field: String, of document: Document, knowing known: Set<EventLog.EventID>, log: EventLog
    ) -> EventLog.Place? {
        guard let lines = document[FieldName(field)]?.arrayValue, lines.indices.contains(index) else { return nil }
        let text = lines[index].compactText
        return log.present(known).keys.first { place in
            guard case .line(_, field) = place else { return false }
            return log.values(place, known).contains(text)
        }
    }
}

extension JSON {
    init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }
}
