// SPDX-License-Identifier: Apache-2.0
import HometaskDocuments
import Testing

@Suite("Document ids")
struct DocumentIDTests {
    private let text = "5f0c7a12-9b3e-4d68-8c01-aabbccddeeff"

    @Test("An id is read from and written in lower case with dashes")
    func form() throws {
        let id = try #require(DocumentID(text))
        #expect(id.description == text)
        #expect(
            id.bytes == [0x5F, 0x0C, 0x7A, 0x12, 0x9B, 0x3E, 0x4D, 0x68, 0x8C, 1, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF])
    }

    @Test(
        "Any other form is refused",
        arguments: [
            "", "5f0c7a12", "5F0C7A12-9B3E-4D68-8C01-AABBCCDDEEFF", "5f0c7a129b3e4d688c01aabbccddeeff",
            "5f0c7a12-9b3e-4d68-8c01-aabbccddeef", "5f0c7a12-9b3e-4d68-8c01-aabbccddeefff",
            "{5f0c7a12-9b3e-4d68-8c01-aabbccddeeff}", "5f0c7a12-9b3e-4d68-8c01-aabbccddeefg",
            "5f0c7a1-29b3e-4d68-8c01-aabbccddeeff", "5f0c7a12_9b3e-4d68-8c01-aabbccddeeff",
        ])
    func refused(text: String) {
        #expect(DocumentID(text) == nil)
    }

    @Test("A random id has version 4 and the variant of RFC 9562")
    func random() {
        #expect(
            DocumentID(randomBytes: (.max, .max)).description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(DocumentID(randomBytes: (0, 0)).description == "00000000-0000-4000-8000-000000000000")
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let id = DocumentID.random(using: &generator)
        #expect(DocumentID(id.description) == id, "\(SeededGenerator.note)")
        #expect(DocumentID.random(using: &generator) != id, "\(SeededGenerator.note)")
    }

    @Test("The example of RFC 9562, appendix A.4, is derived")
    func derived() throws {
        let dns = try #require(DocumentID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        #expect(
            DocumentID.derived(namespace: dns, name: "www.example.com").description
                == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    @Test("A prefix is matched without regard to dashes and case")
    func prefix() throws {
        let id = try #require(DocumentID(text))
        for prefix in ["", "5", "5f0c7a12", "5f0c7a12-", "5F0C7A129B", "5f0c7a12-9b3e", text] {
            #expect(id.hasPrefix(prefix), "\(prefix)")
        }
        for prefix in ["6", "5f0d", "5f0c7a12x", "#5f", text + "0", "５"] { #expect(!id.hasPrefix(prefix), "\(prefix)") }
    }

    @Test("Ids are ordered as their texts are")
    func order() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let ids = (0..<500).map { _ in DocumentID.random(using: &generator) }
        #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted(), "\(SeededGenerator.note)")
    }
}
