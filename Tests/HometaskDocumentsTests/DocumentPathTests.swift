// SPDX-License-Identifier: Apache-2.0
import HometaskDocuments
import Testing

@Suite("Document paths")
struct DocumentPathTests {
    private static let id = "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3d"

    @Test(
        "Each kind has its folder",
        arguments: [
            ("family", "family.json"), ("member", "members/\(id).json"), ("category", "categories/\(id).json"),
            ("view", "views/\(id).json"), ("device", "devices/\(id).json"), ("task", "tasks/5f/\(id).json"),
            ("pin", "pins/5f/\(id).json"), ("note", "notes/5f/\(id).json"), ("photo", "photos/5f/\(id).json"),
        ])
    func paths(kind: String, text: String) throws {
        let kind = DocumentKind(rawValue: kind)
        let id = try #require(DocumentID(Self.id))
        let path = try #require(DocumentPath(kind: kind, id: id))
        #expect(path.text == text)
        #expect(DocumentPath(text: text) == path)
        #expect(path.kind == kind)
        #expect(path.id?.description == (kind == .family ? nil : Self.id))
    }

    @Test("A kind of a later version has no path here")
    func unknownKind() throws {
        let id = try #require(DocumentID(Self.id))
        #expect(DocumentPath(kind: DocumentKind(rawValue: "spaceship"), id: id) == nil)
        #expect(DocumentPath(text: "spaceships/\(Self.id).json") == nil)
    }

    @Test(
        "Only the exact path is one",
        arguments: [
            "", "/", "family", "Family.json", "family.json/", "/family.json", "./family.json", "x/family.json",
            "family.json\n",
            "tasks/\(id).json", "tasks/5e/\(id).json", "tasks/5F/\(id).json", "tasks/5f/\(id)", "tasks/5f/\(id).JSON",
            "tasks/5f/\(id).json/", "/tasks/5f/\(id).json", "tasks//5f/\(id).json", "./tasks/5f/\(id).json",
            "tasks/../tasks/5f/\(id).json",
            "tasks/5f/5F0C0B6E-7A54-4F37-9C1D-0E8F6B2A1C3D.json", "tasks/5f/\(id).json.json", "tasks/5f/x\(id).json",
            "members/5f/\(id).json", "Members/\(id).json", "members/\(id).json ", "members\\\(id).json",
            "members/\(id)xjson",
            "tasks/5f/\(id).jso\u{6E}\u{301}", "members",
        ])
    func wrongPaths(text: String) {
        #expect(DocumentPath(text: text) == nil)
    }
}
