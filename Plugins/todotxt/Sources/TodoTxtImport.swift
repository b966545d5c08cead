// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// Reads a task from each line.
final class TodoTxtImport {
    /// What the tag of a priority begins with that is none of the first three: `priority-D`.
    static let priorityTag = "priority-"

    let call: Call
    let zone: TimeZoneRules
    private var categories: NamedDocuments
    private let members: NamedDocuments
    /// The names of categories and members, by what they are as one word.
    private var categoryNames: [String: String] = [:]
    private var memberNames: [String: String] = [:]
    private var own: Set<DocumentID> = []
    private var ids: [String: DocumentID] = [:]

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
        let lines = Self.lines(try call.source())
        try survey(lines)
        var keys = ContentKeys(prefix: "task")
        var seen: Set<String> = []
        for (done, line) in lines.enumerated() {
            if done % 1_000 == 999 { try call.progress(done, of: lines.count) }
            let key = line.uuid.map { "task/\($0)" } ?? keys.next(Array(line.text.utf8))
            if let id = line.uuid.flatMap({ DocumentID($0) }), own.contains(id) { continue }
            guard seen.insert(key).inserted else {
                call.skip(line: line.number, "there is a line of the same uuid before, so this one is left out")
                continue
            }
            var reader = LineReader(line, for: self)
            guard let fields = try reader.task().fields else {
                call.skip(line: line.number, "the line says nothing that is to be done")
                continue
            }
            try call.propose(.task, key: key, fields: fields, line: line.number)
        }
    }

    /// A line that is not blank.
    struct Line {
        let number: Int
        let text: String
        let words: [Substring]
        let uuid: String?
    }

    private static func lines(_ text: String) -> [Line] {
        var lines: [Line] = []
        let bytes = text.utf8.dropFirst(text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        for (index, piece) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = PlainText.line(String(Substring(piece)), limit: .max).line
            if line.isEmpty { continue }
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            let uuid = words.lazy.compactMap { Word.pair($0) }.first { $0.key == "uuid" && DocumentID($0.value) != nil }
            lines.append(Line(number: index + 1, text: line, words: words, uuid: uuid?.value))
        }
        return lines
    }

    /// Finds out which task each uuid stands for, before anything refers to one.
    private func survey(_ lines: [Line]) throws {
        var candidates: Set<DocumentID> = []
        for line in lines {
            if let id = line.uuid.flatMap({ DocumentID($0) }) { candidates.insert(id) }
            for case let (key, value)? in line.words.map({ Word.pair($0) }) where key == "after" {
                candidates.formUnion(value.split(separator: ",").compactMap { DocumentID(String($0)) })
            }
        }
        own = try call.present(.task, among: candidates)
        for line in lines { if let uuid = line.uuid { ids[uuid] = try call.id(ofKey: "task/\(uuid)") } }
        for id in own { ids[id.description] = id }
    }

    /// The task of a uuid.
    func task(_ uuid: String) -> DocumentID? { ids[uuid] }

    /// The member that a word names: by address, or by name with `_` for blanks.
    func member(_ word: String) -> DocumentID? {
        if case .one(let id) = members.find(memberNames[word.lowercased()] ?? word) { return id }
        return nil
    }

    /// The category that a word names, a new one where there is none.
    func category(_ word: String) throws -> DocumentID? {
        try categories.findOrPropose(categoryNames[word.lowercased()] ?? word, for: call)
    }
}
