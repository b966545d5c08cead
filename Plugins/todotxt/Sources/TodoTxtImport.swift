// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The import of tasks from the lines of a file.
final class TodoTxtImport {
    /// The prefix of the tag for a priority below the first three: `priority-D`.
    static let priorityTag = "priority-"

    let call: Call
    let zone: TimeZoneRules
    private var categories: NamedDocuments
    private let members: NamedDocuments
    /// The names of categories and members, by their single-word lower-case forms.
    private var categoryNames: [String: String] = [:]
    private var memberNames: [String: String] = [:]
    /// The tasks of this family whose ids are uuids in the file.
    private var own: [DocumentID: JSONObject] = [:]
    /// The keys of the lines without a uuid, by line number.
    private var keys: [Int: String] = [:]
    private var ids: [String: DocumentID] = [:]

    /// The fields that are empty in a line without their pairs. A missing pair for a flag or for the hours of the photo
    /// leaves the field unchanged: earlier versions wrote no such pairs, and an import should not weaken a task's
    /// requirements.
    private static let supportedFields = [
        "assignees", "category", "due", "nag", "points", "priority", "reminders", "repeat", "tags", "wait",
    ]

    init(_ call: Call) throws {
        self.call = call
        zone = call.session.zoneRules
        categories = try NamedDocuments(.category, of: call)
        members = try NamedDocuments(.member, of: call)
        for (kind, names) in [(DocumentKind.category, \TodoTxtImport.categoryNames), (.member, \.memberNames)] {
            try call.forEachDocument(kind) { document in
                let name = document["name"]?.stringValue ?? ""
                let word = Word.joined(name).lowercased()
                if self[keyPath: names][word] == nil { self[keyPath: names][word] = name }
            }
        }
    }

    func run() throws {
        let lines = Self.lines(try call.source(guessing: true))
        try matchTasks(lines)
        var seen: Set<String> = []
        for (done, line) in lines.enumerated() {
            if done % 1_000 == 999 { try call.progress(done, of: lines.count) }
            guard let key = line.uuid.map({ "task/\($0)" }) ?? keys[line.number] else { continue }
            guard seen.insert(key).inserted else {
                call.skip(line: line.number, "an earlier line has the same uuid, so this one is left out")
                continue
            }
            let isOurs = line.uuid.flatMap { DocumentID($0) }.map { own[$0] != nil } ?? false
            var reader = LineReader(line, isOurs: isOurs, for: self)
            let task = try reader.task()
            guard let fields = task.fields else {
                call.skip(line: line.number, "the line has no title")
                continue
            }
            try propose(line, key, fields: fields, unread: task.unread)
        }
    }

    private func propose(_ line: Line, _ key: String, fields: JSONObject, unread: Set<String>) throws {
        guard let id = line.uuid.flatMap({ DocumentID($0) }), let task = own[id] else {
            try call.propose(
                .task, key: key, fields: fields, line: line.number, uid: line.uuid, telling: Self.supportedFields,
                unread: unread)
            return
        }
        var fields = fields
        // The format stores only the day of this time. If the day is unchanged, the task keeps its time.
        if let wait = Due(task["wait"]), case .day(wait.date(in: zone))? = Due(fields["wait"]) {
            fields["wait"] = task["wait"]
        }
        try call.match(.task, id, fields: fields, line: line.number, telling: Self.supportedFields, unread: unread)
    }

    /// A line that is not blank.
    struct Line {
        let number: Int
        let text: String
        let words: [Substring]
        let uuid: String?

        /// The possible texts of a done line while its task was still open. Completing a task adds `x`, the date of
        /// completion, and `pri:` for the priority. Empty if the task is open.
        var openTexts: [String] {
            guard words.first == "x", words.count > 1 else { return [] }
            var rest = words.dropFirst()
            // The date of completion comes before or after the priority.
            let isLater = rest.first.map { Word.priority($0) != nil } ?? false
            let place = rest.startIndex + (isLater ? 1 : 0)
            if place < rest.endIndex - 1, Word.isDate(rest[place]) { rest.remove(at: place) }
            let letter = rest.lazy.compactMap { Word.pair($0) }.first { $0.key == "pri" }?.value
            let bare = rest.filter { Word.pair($0)?.key != "pri" }.joined(separator: " ")
            // Some programs drop the priority of done tasks.
            let letters = letter.map { [$0] } ?? ["A", "B", "C"]
            return [rest.joined(separator: " "), bare] + letters.map { "(\($0)) \(bare)" }
        }
    }

    private static func lines(_ text: String) -> [Line] {
        var lines: [Line] = []
        for (index, piece) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = PlainText.line(String(Substring(piece)), limit: .max).line
            if line.isEmpty { continue }
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            let uuid = words.lazy.compactMap { Word.pair($0) }.first { $0.key == "uuid" && DocumentID($0.value) != nil }
            lines.append(Line(number: index + 1, text: line, words: words, uuid: uuid?.value))
        }
        return lines
    }

    /// Determines the task for each uuid, before references to them are resolved.
    private func matchTasks(_ lines: [Line]) throws {
        var candidates: Set<DocumentID> = []
        for line in lines {
            if let id = line.uuid.flatMap({ DocumentID($0) }) { candidates.insert(id) }
            for case let (key, value)? in line.words.map({ Word.pair($0) }) where key == "after" {
                candidates.formUnion(value.split(separator: ",").compactMap { DocumentID(String($0)) })
            }
        }
        for task in try call.documents(.task, ids: candidates.sorted(), history: true) {
            if let id = DocumentID(task.text("id")) { own[id] = task }
        }
        let nameless = lines.filter { $0.uuid == nil }
        let parts = nameless.map { line in
            ContentPart(Array(line.text.utf8), whileOpen: line.openTexts.map { Array($0.utf8) })
        }
        keys = Dictionary(uniqueKeysWithValues: zip(nameless.map(\.number), try call.keys(of: parts, prefix: "task")))
        for line in lines { if let uuid = line.uuid { ids[uuid] = try call.id(ofKey: "task/\(uuid)") } }
        for id in own.keys { ids[id.description] = id }
    }

    /// Returns the task for a uuid; nil if it is unknown.
    func task(_ uuid: String) -> DocumentID? { ids[uuid] }

    /// Returns the member named by a word: by email address, or by name with `_` for spaces.
    func member(_ word: String) -> DocumentID? {
        if case .one(let id) = members.find(memberNames[word.lowercased()] ?? word) { return id }
        return nil
    }

    /// Returns the category named by a word, proposing a new category if there is none; nil if several have the name.
    func category(_ word: String) throws -> DocumentID? {
        try categories.findOrPropose(categoryNames[word.lowercased()] ?? word, for: call)
    }
}
