// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@Suite("Document paths")
struct DocumentPathTests {
    private static let id = "5f0c7a12-9b3e-4d68-8c01-aabbccddeeff"

    @Test(
        "Every kind round-trips through its path",
        arguments: [
            (DocumentKind.member, "members/\(id).json"), (.category, "categories/\(id).json"),
            (.view, "views/\(id).json"),
            (.device, "devices/\(id).json"), (.task, "tasks/5f/\(id).json"), (.pin, "pins/5f/\(id).json"),
            (.note, "notes/5f/\(id).json"), (.photo, "photos/5f/\(id).json"),
        ])
    func kinds(kind: DocumentKind, text: String) throws {
        let id = try #require(DocumentID(Self.id))
        let path = try #require(DocumentPath(kind: kind, id: id))
        #expect(path.text == text)
        #expect(DocumentPath(text: text) == path)
        #expect(DocumentPath(text: text)?.kind == kind)
        #expect(DocumentPath(text: text)?.id == id)
    }

    @Test("The family is at the root, whatever its id")
    func family() throws {
        let id = try #require(DocumentID(Self.id))
        #expect(DocumentPath(kind: .family, id: id) == .family)
        #expect(DocumentPath(text: "family.json") == .family)
        #expect(DocumentPath.family.text == "family.json")
        #expect(DocumentPath.family.id == nil)
        #expect(DocumentPath.folder(of: .family) == nil)
    }

    @Test("A kind from a later version has no path")
    func unknownKind() throws {
        #expect(DocumentPath(kind: DocumentKind(rawValue: "song"), id: try #require(DocumentID(Self.id))) == nil)
        #expect(DocumentPath.folder(of: DocumentKind(rawValue: "song")) == nil)
        #expect(DocumentPath.folder(of: .task)?.name == "tasks")
        #expect(DocumentPath.folder(of: .task)?.isSharded == true)
    }

    @Test(
        "Any other text is refused",
        arguments: [
            "", "/", "family.json/", "/family.json", "Family.json", "./family.json", "tasks", "tasks/", "tasks/5f/",
            "tasks/\(id).json", "tasks/5e/\(id).json", "tasks/5F/\(id).json", "tasks/5f/\(id).JSON", "tasks/5f/\(id)",
            "tasks/5f/\(id).json.json", "tasks//5f/\(id).json", "tasks/5f//\(id).json", "/tasks/5f/\(id).json",
            "tasks/5f/\(id.uppercased()).json", "tasks/../tasks/5f/\(id).json", "tasks/5f/../5f/\(id).json",
            "members/5f/\(id).json", "songs/\(id).json", "members/x\(id).json", "members/\(id).json ",
            "members\\\(id).json", "members/\(id)\u{0}.json", "members/\(id).jso\u{3F}",
        ])
    func refused(text: String) {
        #expect(DocumentPath(text: text) == nil)
    }
}
