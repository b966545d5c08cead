// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@Suite("Document ids")
struct DocumentIDTests {
    @Test("Random ids have version 4 and the variant of RFC 9562, and all other bits are random")
    func random() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        var ones = [UInt8](repeating: 0, count: 16)
        var zeros = ones
        for _ in 0..<200 {
            let bytes = DocumentID.random(using: &generator).bytes
            #expect(bytes[6] >> 4 == 4)
            #expect(bytes[8] >> 6 == 2)
            for (place, byte) in bytes.enumerated() {
                ones[place] |= byte
                zeros[place] |= ~byte
            }
        }
        #expect(ones == [255, 255, 255, 255, 255, 255, 0x4F, 255, 0xBF, 255, 255, 255, 255, 255, 255, 255])
        #expect(zeros == [255, 255, 255, 255, 255, 255, 0xBF, 255, 0x7F, 255, 255, 255, 255, 255, 255, 255])
    }

    @Test("The example of version 5 in RFC 9562, appendix A.4")
    func publishedExample() throws {
        let dns = try #require(DocumentID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        #expect(
            DocumentID.derived(namespace: dns, name: "www.example.com").description
                == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    @Test("Derived ids match Python's")
    func againstPython() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        var random = RandomJSON(generator: generator)
        let pairs = (0..<200).map { _ in (DocumentID.random(using: &generator), random.string()) }
        let script = """
            import json, sys, uuid
            for line in sys.stdin.buffer:
                space, name = json.loads(line)
                print(uuid.uuid5(uuid.UUID(space), name))
            """
        let input = pairs.map { JSON.array([.string($0.description), .string($1)]).compactText + "\n" }.joined()
        let theirs = try Python.run(["-c", script], input: input).split(separator: "\n")
        #expect(theirs.count == pairs.count)
        for (pair, their) in zip(pairs, theirs) {
            #expect(DocumentID.derived(namespace: pair.0, name: pair.1).description == their, "\(SeededGenerator.note)")
        }
    }

    @Test("Each byte position accepts exactly its valid characters")
    func eachByte() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let text = Array(DocumentID.random(using: &generator).description.utf8)
        for place in text.indices {
            let allowed = [8, 13, 18, 23].contains(place) ? Array("-".utf8) : Array("0123456789abcdef".utf8)
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[place] = byte
                let id = changed.withUnsafeBufferPointer { DocumentID(utf8: $0) }
                let written = id.map { Array($0.description.utf8) }
                #expect(written == (allowed.contains(byte) ? changed : nil), "\(place) \(byte) \(SeededGenerator.note)")
            }
        }
    }

    @Test("The written form round-trips, and ids sort like their text")
    func writtenForm() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let ids = (0..<300).map { _ in DocumentID.random(using: &generator) }
        for id in ids { #expect(DocumentID(id.description) == id, "\(SeededGenerator.note)") }
        #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted(), "\(SeededGenerator.note)")
    }

    @Test(
        "Only 36 characters in lower case with dashes in their places form an id",
        arguments: [
            "", "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3", "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3dd",
            "5F0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3d",
            "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3g", "5f0c0b6e07a54-4f37-9c1d-0e8f6b2a1c3d",
            "5f0c0b6-e7a54-4f37-9c1d-0e8f6b2a1c3d",
            "{f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3}", "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c\u{E9}",
            "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3\n",
            "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c-d", "5f0c0b6e 7a54 4f37 9c1d 0e8f6b2a1c3d",
        ])
    func wrongForms(text: String) {
        #expect(DocumentID(text) == nil)
    }

    @Test("A prefix may use upper case and dashes anywhere; all other characters are hexadecimal digits")
    func prefixes() throws {
        let id = try #require(DocumentID("5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3d"))
        for prefix in ["", "5", "5F0C", "5f0c0b6e-7", "5f0c0b6e7a54", id.description, "5-f"] {
            #expect(id.hasPrefix(prefix), "\(prefix)")
        }
        for prefix in ["6", "5f0d", "5f0c0b6e 7", "x", id.description + "0", "é"] {
            #expect(!id.hasPrefix(prefix), "\(prefix)")
        }
    }
}
