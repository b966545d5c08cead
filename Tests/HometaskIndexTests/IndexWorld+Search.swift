// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime
import TestSupport

extension IndexWorld {
    /// Writes a pin, a photo, a comment or a hunt, or changes or removes a pin, a comment or a hunt.
    func writeText() async throws {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return try await writePhoto()
        case 1: return try await write(.comment, old: pick(comments), fields: comment()) { self.comments.append($0) }
        case 2: return try await write(.hunt, old: pick(hunts), fields: hunt()) { self.hunts.append($0) }
        default: break
        }
        let fields: [FieldName: JSON?] = [
            "name": .string("\(pick(Self.words) ?? "") place"), "address": pick(Self.words).map { .string("\($0) 1") },
            "labels": .array(["shop", "milk"].filter { _ in chance(2) }.map { .string($0) }),
        ]
        try await write(.pin, old: pick(pins), fields: fields) { self.pins.append($0) }
    }

    /// Writes a new document, or changes or removes an existing one.
    private func write(
        _ kind: DocumentKind, old: DocumentID?, fields: [FieldName: JSON?], adding: (DocumentID) -> Void
    ) async throws {
        story.append("writes a \(kind)")
        if chance(2), let old, let path = DocumentPath(kind: kind, id: old) {
            let isRemoval = chance(3)
            _ = try await replica.write(command: nil) { transaction in
                if isRemoval {
                    try transaction.changeDocument(at: path) { $0.delete(by: transaction.author) }
                } else {
                    try transaction.writeFields(fields, to: path)
                }
            }
            return
        }
        let id = DocumentID.random(using: &random)
        adding(id)
        _ = try await replica.write(command: nil) { _ = try $0.create(kind, id: id, fields: fields) }
    }

    /// The fields of a comment, occasionally of a reaction.
    private func comment() -> [FieldName: JSON?] {
        let task = DocumentID.random(using: &random)
        var fields: [FieldName: JSON?] = ["about": ["id": .string(task.description), "kind": "task"]]
        if chance(4) {
            fields["reaction"] = "🌲"
        } else {
            fields["text"] = .array([.string("\(pick(Self.words) ?? "") said"), .string(pick(Self.words) ?? "")])
        }
        return fields
    }

    /// The fields of a hunt, possibly with a sealed clue.
    private func hunt() -> [FieldName: JSON?] {
        let open: JSON = ["id": "a", "text": [.string("\(pick(Self.words) ?? "") clue")], "approval": "adult"]
        let sealed: JSON = ["id": "b", "sealed": ["by": "a", "data": "6d696c6b"]]
        return [
            "title": .string("\(pick(Self.words) ?? "") hunt"), "text": .array([.string(pick(Self.words) ?? "")]),
            "clues": .array(chance(2) ? [open, sealed] : [open]),
        ]
    }

    private func writePhoto() async throws {
        story.append("writes a photo")
        let fields: [FieldName: JSON?] = [
            "caption": .string("\(pick(Self.words) ?? "") photo"),
            "camera": pick(Self.words).map { .string("\($0) 3") },
            "sha256": .string(String(repeating: "0f", count: 32)),
        ]
        let id = DocumentID.random(using: &random)
        let isDeleted = chance(3)
        _ = try await replica.write(command: nil) { transaction in
            let path = try transaction.create(.photo, id: id, fields: fields)
            if isDeleted { try transaction.changeDocument(at: path) { $0.delete(by: transaction.author) } }
        }
    }

    /// Runs a random search; returns any difference between the results from the index and from the documents.
    func searchFault() async throws -> String? {
        let text = typed()
        guard let query = try? SearchQuery(text) else { return nil }
        let kinds = !chance(4) ? Set(SearchDocument.kinds) : Set(SearchDocument.kinds.filter { _ in chance(2) })
        let request = SearchRequest(
            query, kinds: kinds, isOpenOnly: chance(4), isTrash: chance(5), limit: pick([1, 2, 3, 5, 8, 20, 100]) ?? 20)
        let index = FamilyIndex(in: folder.path + "/home/hometask")
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        let compare = { @Sendable (reader: any VersionReader) throws -> (fault: String?, count: Int) in
            let expected = try SearchList(request, reading: reader)
            guard let found = try index.search(request, zone: zone, reading: reader) else { return ("no answer", 0) }
            return (Self.difference(found, expected), expected.hits.count)
        }
        let version = chance(6) ? pick(versions) : nil
        let answer =
            if let version { try await replica.read(at: version, compare) } else { try await replica.read(compare) }
        hits += answer.count
        return answer.fault.map { "\($0) for ‘\(text)’: \(request)" }
    }

    /// Looks up a task by words of its title, and counts the tags; returns any difference from the documents.
    func nameFault() async throws -> String? {
        let words = (Self.words + ["\u{E9}t", "ü", "k b", "lk", "afel", "new", ";", "x"]).filter { !$0.isEmpty }
        let text = chance(2) ? pick(words) ?? "x" : "\(pick(words) ?? "x") \(pick(words)?.dropFirst(2) ?? "")"
        let isTrash = chance(5)
        let index = FamilyIndex(in: folder.path + "/home/hometask")
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        return try await replica.read { reader in
            func answer(_ titles: TaskFinder.Titles?) -> String {
                let finder = TaskFinder(reading: reader, numbers: ListNumbers(nil), isTrash: isTrash, titles: titles)
                do { return try finder.task([text]).id.description } catch { return "\(error)" }
            }
            var wasAsked = false
            let found = answer { words, isTrash in
                let tasks = try? index.tasks(titled: words, isTrash: isTrash, zone: zone, reading: reader)
                wasAsked = tasks != nil
                return tasks
            }
            let expected = answer(nil)
            if !wasAsked { return "the index knows no titles for ‘\(text)’" }
            if found != expected { return "‘\(text)’ names \(found), not \(expected)" }
            let tags = try index.tagCounts(zone: zone, reading: reader)?.tags
            return try tags == TagCounts(reading: reader).tags ? nil : "tags \(tags ?? [])"
        }
    }

    /// Looks up tasks by the beginning of their titles; returns any difference from the documents.
    func beginningFault() async throws -> String? {
        let text = String(
            (pick(Self.words + ["\u{E9}t", "e\u{301}", "New"]) ?? "").prefix(Int.random(in: 0...3, using: &random)))
        let (isTrash, isOpen) = (chance(5), chance(2))
        let index = FamilyIndex(in: folder.path + "/home/hometask")
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        return try await replica.read { reader in
            var expected: Set<DocumentID> = []
            try reader.forEachMembers(of: .task, selecting: TaskFinder.neededMembers) { _, members in
                guard let task = TaskRecord(members), task.isDeleted == isTrash, task.isOpen == isOpen else { return }
                if task.title.lowercased().hasPrefix(text.lowercased()) { expected.insert(task.id) }
            }
            let ask = { limit in
                try index.tasks(
                    beginning: text, isOpen: isOpen, isTrash: isTrash, limit: limit, zone: zone, reading: reader)
            }
            guard let found = try ask(.max), let some = try ask(2) else { return "the index knows no titles" }
            if Set(found.map(\.id)) != expected { return "‘\(text)’ begins \(found.map(\.title))" }
            return some.map(\.id) == found.prefix(2).map(\.id) ? nil : "two of them are others"
        }
    }

    /// An incomplete search as typed: prefixes of words in documents, some of them quoted.
    private func typed() -> String {
        let words = Self.words + ["x", "second", "line", "item", "note", "place", "shop", "1", "said", "clue", "hunt"]
        let parts = (0..<(chance(2) ? 1 : Int.random(in: 1...3, using: &random))).map { _ -> String in
            let word = pick(words) ?? ""
            let start = String(word.prefix(Int.random(in: 1...max(word.count, 1), using: &random)))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: return "\"\(word) \(pick(words) ?? "")\""
            case 1: return "\"\(start)\""
            case 2: return start.uppercased()
            case 3: return word
            default: return start
            }
        }
        return parts.joined(separator: " ") + (chance(6) ? " \"\(pick(words) ?? "") m" : "")
    }

    private static func difference(_ found: SearchList, _ expected: SearchList) -> String? {
        if found.hits.map(\.document.id) != expected.hits.map(\.document.id) {
            return "hits \(names(found)), not \(names(expected))"
        }
        if found.hits != expected.hits { return "the same documents, found otherwise" }
        if found.count != expected.count { return "count \(found.count), not \(expected.count)" }
        return found.unreadable == expected.unreadable ? nil : "unreadable \(found.unreadable)"
    }

    private static func names(_ list: SearchList) -> [String] {
        list.hits.map { "\($0.rank.value) \($0.title?.text ?? "-") \($0.document.id)" }
    }
}
