// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

/// Laws of the meaning of any file in a foreign commit.
enum SealLaws {
    static func check(_ bytes: [UInt8]) {
        let files = Pieces.of(bytes, count: 4)
        guard let first = files.first, let start = InterpretedDocument(asWritten: first, of: nil) else { return }
        Tally.count("beginnings")
        var parent = Seal.Parent(meaning: start, file: start.bytes)
        var parents = [parent]
        for (index, file) in files.dropFirst().enumerated() {
            let isMerge = index == 2
            guard let meaning = meaning(of: file, after: isMerge ? parents : [parent], at: index) else { return }
            if isMerge {
                Tally.count("merges")
            } else {
                typed(file, over: parent, meaning: meaning)
            }
            parent = Seal.Parent(meaning: meaning, file: file)
            parents = [parents[0], parent]
        }
    }

    private static func meaning(of file: [UInt8], after parents: [Seal.Parent], at index: Int) -> InterpretedDocument? {
        let commit = String(repeating: "\(index)", count: 40)
        let time = Timestamp(seconds: 1_763_717_500 + Int64(index))
        guard let author = Seal.author(commit: commit, time: time) else { return nil }
        let meaning = Seal.meaning(of: file.isEmpty ? nil : file, id: nil, after: parents, by: author)
        let before = parents.compactMap(\.meaning)
        law("what a parent means does not become nothing", meaning != nil || before.isEmpty)
        guard let meaning else { return nil }
        Tally.count("sealed")
        if !before.contains(meaning) { Tally.count("changed") }
        law("a meaning is written as canonical bytes", Document.isCanonical(meaning.bytes), evidence: [meaning.bytes])
        DocumentLaws.check(meaning.document)
        if !file.isEmpty, meaning.bytes != file {
            let again = Seal.Parent(meaning: meaning, file: file)
            let next = Seal.meaning(of: meaning.bytes, id: nil, after: [again], by: author)
            law("a seal written to the file changes no meaning", next == meaning, evidence: [file, meaning.bytes])
        }
        return meaning
    }

    /// An edit typed into a canonical file becomes the shown content.
    private static func typed(_ file: [UInt8], over parent: Seal.Parent, meaning: InterpretedDocument) {
        guard parent.file == parent.meaning?.bytes, parent.meaning?.document.id == meaning.document.id,
            (try? Document(decoding: file)) != nil, let members = try? JSONObject.parse(file)
        else { return }
        let reserved: Set<ExactString> = ["conflicts", "deleted", "extensions", "id", "kind", "~merge"]
        for (name, value) in members.members where !reserved.contains(name) && value.stringValue != nil {
            law(
                "what was typed is shown", meaning.document[FieldName(name)] == value,
                evidence: [parent.file ?? [], file, meaning.bytes])
        }
    }
}
