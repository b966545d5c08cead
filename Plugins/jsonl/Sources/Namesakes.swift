// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The members in a file with the same name as a member of this family, but another id. They are the same people if the
/// family was founded again.
///
/// References to them are not rewritten, and their history is kept: the member in the file is merged into the local
/// member, and readers of a task follow the merge.
struct Namesakes {
    /// The local members, by the ids of the members in the file.
    private var here: [DocumentID: DocumentID] = [:]

    /// Finds the namesakes. Ambiguous names, in the file or here, are ignored. A member with the same id in both is not
    /// changed, and no other member of the file is merged into them.
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

    /// Proposes to merge a previously proposed member into the local namesake.
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

    /// Returns the ids of the members in a file: present members by name, and all members.
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

    /// Returns the name of a member in lower case; nil if they have left, or were merged into another.
    private static func name(ofLiving document: JSONObject) -> String? {
        guard document["removed"] != true, document["deleted"] == nil, document["mergedInto"] == nil,
            let name = document["name"]?.stringValue
        else { return nil }
        return PlainText.line(name).line.lowercased()
    }
}
