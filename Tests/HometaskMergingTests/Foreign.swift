// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

/// A document in a commit of a history: its file and the meaning of that file there.
struct Version {
    var file: [UInt8]?
    var meaning: InterpretedDocument?

    var document: Document? { meaning?.document }
    var parent: Seal.Parent { Seal.Parent(meaning: meaning, file: file) }

    /// A version that hometask wrote.
    init(_ document: Document) {
        meaning = InterpretedDocument(document)
        file = document.encoded()
    }

    /// A version that another tool committed on top of others.
    init(
        _ file: [UInt8]?, after parents: [Version], commit: String = "0123456789abcdef01234567",
        at seconds: Int64 = 3000
    ) throws {
        self.file = file
        let author = try #require(Seal.author(commit: commit, time: Timestamp(seconds: seconds)))
        meaning = Seal.meaning(of: file, id: Copy.id, after: parents.map(\.parent), by: author)
        // Holds for every sealed commit: its bytes are canonical and decode to the same document.
        if let meaning {
            #expect(try Document(decoding: meaning.bytes) == meaning.document)
            #expect(Document.isCanonical(meaning.bytes))
        }
        for before in parents.compactMap(\.document) {
            #expect(meaning?.document.seen.covers(before.seen) == true)
        }
    }
}

extension Document {
    /// The members of the canonical file, as changed in an editor.
    func typed(_ change: (inout JSONObject) -> Void) throws -> [UInt8] {
        var members = try #require(try JSON.parse(encoded()).objectValue)
        change(&members)
        return members.canonicalBytes()
    }

    var tags: JSON? { self["tags"] }
}
