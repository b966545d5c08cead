// SPDX-License-Identifier: Apache-2.0
import HometaskDocuments
import Testing

@Suite("Taking members out of documents")
struct MemberScannerTests {
    @Test("The members are those that the parser finds, in random documents with sorted keys or not")
    func agreesWithParser() throws {
        var random = RandomJSON(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<3_000 {
            let object = random.object(depth: 3)
            let bytes = text(of: object, &random.generator)
            let wanted = keys(of: object, &random.generator)
            let expected = JSONObject(wanted.compactMap { key in object[key].map { (key.string, $0) } })
            let found = try MemberScanner(selecting: wanted).members(of: bytes)
            #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self)) \(wanted), \(SeededGenerator.note)")
        }
    }

    @Test("A document cut off or damaged is refused, or gives what the whole one gives as far as it was read")
    func truncations() throws {
        var random = RandomJSON(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<150 {
            let object = random.object(depth: 2)
            let bytes = object.canonicalBytes()
            let wanted = keys(of: object, &random.generator)
            let scanner = MemberScanner(selecting: wanted)
            let whole = try scanner.members(of: bytes)
            for _ in 0..<20 {
                let end = Int.random(in: bytes.indices, using: &random.generator)
                if let found = try? scanner.members(of: Array(bytes[..<end])) {
                    #expect(found == whole, "\(SeededGenerator.note)")
                }
                var damaged = bytes
                damaged[end] = UInt8.random(in: 0...255, using: &random.generator)
                let parsed = try? JSONObject.parse(damaged)
                let found = try? scanner.members(of: damaged)
                if let parsed {
                    let expected = JSONObject(wanted.compactMap { key in parsed[key].map { (key.string, $0) } })
                    #expect(
                        found == expected,
                        "\(String(decoding: damaged, as: UTF8.self)) \(wanted), \(SeededGenerator.note)")
                }
            }
        }
    }

    @Test(
        "Members are found in any order of keys",
        arguments: [
            #"{"title": 1, "zebra": 0, "id": 2}"#, #"{"zebra": 0, "title": 1, "id": 2}"#,
            #"{"id": 2, "zebra": 0, "title": 1}"#,
            #"{"id": 2, "title": 1, "~merge": {}}"#, #"{"id": 2, "t\u0069tle": 1}"#,
            #"{"zebra": 0, "\u0069d": 2, "title": 1}"#,
            #"{"a": 0, "zebra": 0, "title": 1, "id": 2}"#,
        ])
    func anyOrder(text: String) throws {
        let found = try MemberScanner(selecting: ["id", "title"]).members(of: Array(text.utf8))
        #expect(found == ["id": 2, "title": 1])
    }

    @Test("Of a document with sorted keys, what comes after the last wanted one is not read")
    func stops() throws {
        let scanner = MemberScanner(selecting: ["id", "title"])
        #expect(try scanner.members(of: Array(#"{"id": 2, "title": 1, "~merge": {###"#.utf8)) == ["id": 2, "title": 1])
    }

    @Test(
        "A repeated key is refused where it is wanted or comes before a wanted one",
        arguments: [
            #"{"id": 1, "id": 2, "title": 3}"#, #"{"a": 1, "a": 2, "id": 2, "title": 3}"#, #"{"id": 1, "\u0069d": 2}"#,
        ])
    func duplicates(text: String) {
        let scanner = MemberScanner(selecting: ["id", "title"])
        #expect(#expect(throws: JSONError.self) { try scanner.members(of: Array(text.utf8)) }?.code == .duplicateKey)
    }

    @Test(
        "What is no object is refused as the parser refuses it",
        arguments: ["", " ", "[]", "1", "{", "{\"a\"", "{} x", "\u{FEFF}{}"])
    func refusals(text: String) {
        let scanner = MemberScanner(selecting: ["a"])
        let ours = #expect(throws: JSONError.self) { try scanner.members(of: Array(text.utf8)) }
        let theirs = #expect(throws: JSONError.self) { try JSONObject.parse(Array(text.utf8)) }
        #expect(ours == theirs)
    }

    /// The object in canonical or compact form, or with its members in any order and its keys escaped here and there.
    private func text(of object: JSONObject, _ generator: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return object.canonicalBytes()
        case 1: return object.compactBytes()
        default:
            let members = object.members.shuffled(using: &generator).map { key, value in
                let plain = JSON.string(key.string).compactText
                let escaped = "\"" + key.string.utf16.map { "\\u" + hex($0) }.joined() + "\""
                let isEscaped = Int.random(in: 0..<6, using: &generator) == 0
                return (isEscaped ? escaped : plain) + " : " + value.canonicalText
            }
            return Array("{\(members.joined(separator: " ,\n"))}".utf8)
        }
    }

    private func hex(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    private func keys(of object: JSONObject, _ generator: inout SeededGenerator) -> [ExactString] {
        let some = object.keys.filter { _ in Bool.random(using: &generator) }
        return (some + ["title", "~", ""].filter { _ in Bool.random(using: &generator) }).shuffled(using: &generator)
    }
}
