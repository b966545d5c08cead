// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The members of a file who bear the name of a member who is here under another id: the same people, as a family that
/// was begun again has them.
///
/// Nothing that refers to them is rewritten, and their history stays: the member of the file becomes one who was merged
/// into the one here, and whoever reads a task follows that.
struct Namesakes {
    /// The members here, by those of the file.
    private var here: [DocumentID: DocumentID] = [:]

    /// Looks for them. A name that two people bear, in the file or here, says nothing; who is here under the same id
    /// already is as people left them, and nobody else of the file becomes that one, whatever the file calls them.
    init(in text: String, for call: Call) throws {
        let (found, own) = Self.members(of: text)
        guard !found.isEmpty, call.session.reads.contains(.member), call.session.writes.contains(.member) else {
            return
        }
        var known: Set<DocumentID> = []
        var living: [String: [DocumentID]] = [:]
        try call.forEachDocument(.member, history: true) { document in
            guard let id = document["id"]?.stringValue.flatMap({ DocumentID($0) }) else { return }
            known.insert(id)
            if let name = Self.name(ofLiving: document) { living[name, default: []].append(id) }
        }
        for (name, ids) in found {
            guard ids.count == 1, let id = ids.first, !known.contains(id), let others = living[name],
                others.count == 1, !own.contains(others[0])
            else { continue }
            here[id] = others[0]
        }
    }

    /// Says of a member that was proposed that they are the one here.
    func merge(_ document: JSONObject, line: Int, by call: Call) throws {
        guard let id = document["id"]?.stringValue.flatMap({ DocumentID($0) }), let other = here[id] else { return }
        let merged: JSONObject = ["mergedInto": .string(other.description)]
        let name = document["name"]?.stringValue ?? ""
        try call.propose(
            .update(.member, id, fields: merged, adding: [:], removing: [:]), line: line,
            note:
                "\(name) in the file is merged into the existing member \(name); 'hometask member restore \"#\(id)\" --another' separates them"
        )
    }

    /// The ids of the members in a file: of those who have not left, by name, and of all.
    private static func members(of text: String) -> (living: [String: Set<DocumentID>], all: Set<DocumentID>) {
        var members: [String: Set<DocumentID>] = [:]
        var all: Set<DocumentID> = []
        var lines = JSONLines(text)
        let word = Array("\"member\"".utf8)
        while let (_, line) = lines.next() {
            guard line.contains(word), let (id, kind, document) = try? JSONLPlugin.document(line), kind == .member
            else { continue }
            all.insert(id)
            if let name = name(ofLiving: document) { members[name, default: []].insert(id) }
        }
        return (members, all)
    }

    /// The name of a member, in small letters; nil if they left, or became another.
    private static func name(ofLiving document: JSONObject) -> String? {
        guard document["removed"] != true, document["deleted"] == nil, document["mergedInto"] == nil,
            let name = document["name"]?.stringValue
        else { return nil }
        return PlainText.line(name).line.lowercased()
    }
}
