// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

/// Documents of a later version reach a device with this version.
@Suite("A later version's documents")
struct VersionSkewTests {
    let folder: TemporaryFolder
    private let one: any Replica
    private let two: any Replica

    init() async throws {
        folder = try TemporaryFolder()
        try folder.git("init", "-q", "--bare", "-b", "main", folder.path + "/hub", in: "")
        one = try await folder.makeFamily("one")
        try await one.setRemote("origin", url: folder.path + "/hub")
        _ = try await one.sync(.both, remote: nil) { _ in }
        two = try await provider.join(url: folder.path + "/hub", at: folder.path + "/two", isBare: false) { _ in }
    }

    private func exchange() async throws {
        for replica in [one, two, one] { _ = try await replica.sync(.both, remote: nil) { _ in } }
    }

    /// The author on the device with the later version.
    private static func later(_ seed: UInt64) -> Author {
        var generator = SeededGenerator(seed: seed)
        return Author(actor: .random(using: &generator), time: Timestamp(seconds: 1_795_000_100))
    }

    /// Fields unknown to all schemas here, with every lexeme that a reader might normalise.
    private static let unknown: [(field: String, value: String)] = [
        ("energy", "1.0"), ("mood", "1e400"), ("offset", "-0"), ("serial", "123456789012345678901234567890"),
        ("steps", #"[{"z": 1.50, "a": [null, "e\u0301"]}]"#), ("weight", "1E+2"),
    ]

    /// A document as a later version writes it: with additional fields, each with its stamp.
    private func enriched(_ document: Document) throws -> Document {
        var document = document
        for (field, value) in Self.unknown {
            document.writeValue(try JSON.parse(value), to: FieldName(field), rule: .register, by: Self.later(1))
        }
        document.writeValue(["a", "b"], to: "watchers", rule: .set, by: Self.later(1))
        document.writeValue(["one", "two"], to: "story", rule: .text, by: Self.later(1))
        return document
    }

    /// The fields of the later version in a file, as canonical text.
    private func laterLines(_ path: String, in device: String) throws -> [String] {
        let object = try #require(try JSON.parse(try folder.read("\(device)/\(path)")).objectValue)
        return Self.unknown.map { "\($0.field): \(object[$0.field]?.canonicalText ?? "is gone")" }
            + ["watchers", "story"].map { "\($0): \(object[$0]?.canonicalText ?? "is gone")" }
    }

    @Test("Unknown fields, with the lexemes of their numbers, survive a merge by this version byte for byte")
    func unknownFields() async throws {
        let path = try await one.add("Milk")
        try await exchange()
        let document = try Document(decoding: Array(try folder.read("two/\(path)").utf8))
        let written = try enriched(document).encoded()
        try await commit(written, at: path.text, in: "two")
        let before = try laterLines(path.text, in: "two")
        #expect(before.contains("offset: -0\n") && before.contains("mood: 1e400\n"))
        _ = try await one.write(command: nil) { try $0.writeFields(["title": "Oat milk"], to: path) }
        try await exchange()
        #expect(try laterLines(path.text, in: "one") == before)
        #expect(try laterLines(path.text, in: "two") == before)
        #expect(try await two.title(path) == "Oat milk")
        let joined = try Document(decoding: Array(try folder.read("one/\(path)").utf8))
        #expect(joined["watchers"] == ["a", "b"])
        #expect(
            try folder.git("rev-parse", "main^{tree}", in: "one") == folder.git("rev-parse", "main^{tree}", in: "two"))
    }

    @Test("A hand edit of an unknown field follows the rule with which a later version wrote it")
    func unknownRule() async throws {
        let path = try await one.add("Milk")
        try await exchange()
        let document = try Document(decoding: Array(try folder.read("two/\(path)").utf8))
        try await commit(try enriched(document).encoded(), at: path.text, in: "two")
        try await exchange()
        for (device, replica, name) in [("one", one, "c"), ("two", two, "d")] {
            let text = try folder.read("\(device)/\(path)")
            let typed = text.replacingOccurrences(
                of: "    \"a\",\n    \"b\"\n  ]", with: "    \"b\",\n    \"\(name)\"\n  ]"
            )
            .replacingOccurrences(of: "    \"one\",\n", with: "    \"one\",\n    \"line \(name)\",\n")
            #expect(typed.utf8.count > text.utf8.count)
            try folder.write("\(device)/\(path)", typed)
            _ = try await replica.takeInHandEdits(allowsManyRemovals: false)
        }
        try await exchange()
        let joined = try Document(decoding: Array(try folder.read("one/\(path)").utf8))
        #expect(joined["watchers"] == ["b", "c", "d"])
        #expect(Set(joined["story"]?.arrayValue ?? []) == ["one", "line c", "line d", "two"])
        #expect(joined.conflicts.isEmpty)
        #expect(try Array(folder.read("two/\(path)").utf8) == joined.encoded())
    }

    @Test("A document of an unknown kind, in an unknown folder, is joined by its stamps")
    func unknownKind() async throws {
        let id = DocumentID.derived(namespace: DocumentID(randomBytes: (1, 2)), name: "chore")
        let path = "chores/\(id).json"
        var chore = Document(id: id, kind: DocumentKind(rawValue: "chore"))
        chore.writeValue(["a"], to: "watchers", rule: .set, by: Self.later(1))
        try await commit(chore.encoded(), at: path, in: "one")
        try await exchange()
        for (device, seed, element) in [("one", UInt64(2), "b"), ("two", 3, "c")] {
            var own = chore
            own.insert(element, into: "watchers", by: Self.later(seed))
            try await commit(own.encoded(), at: path, in: device)
        }
        try await exchange()
        let bytes = Array(try folder.read("one/\(path)").utf8)
        #expect(try Document(decoding: bytes)["watchers"] == ["a", "b", "c"])
        #expect(Array(try folder.read("two/\(path)").utf8) == bytes)
    }

    @Test("A document of a newer format changed on one side only is taken over unchanged and blocks nothing")
    func newerFormat() async throws {
        let path = try await one.add("Milk")
        try await exchange()
        let newer = try newerText(of: path, title: "Later milk")
        try await commit(Array(newer.utf8), at: path.text, in: "two")
        let other = try await one.add("Bread")
        try await exchange()
        #expect(try folder.read("one/\(path)") == newer)
        #expect(try await two.title(other) == "Bread")
    }

    @Test("A document of a newer format changed on both sides is left alone and named; the rest is exchanged")
    func newerFormatOnBothSides() async throws {
        let path = try await one.add("Milk")
        try await exchange()
        let newer = [try newerText(of: path, title: "Later milk"), try newerText(of: path, title: "Latest milk")]
        try await commit(Array(newer[0].utf8), at: path.text, in: "one")
        try await commit(Array(newer[1].utf8), at: path.text, in: "two")
        let (bread, eggs) = (try await one.add("Bread"), try await two.add("Eggs"))
        try await exchange()
        #expect(try await two.title(bread) == "Bread")
        #expect(try await one.title(eggs) == "Eggs")
        let kept = try folder.read("one/\(path)")
        #expect(newer.contains(kept))
        #expect(try folder.read("two/\(path)") == kept)
        let file = try #require(path.text.split(separator: "/").last.map { String($0) })
        let aside = try folder.git("ls-files", in: "one").split(separator: "\n").filter { $0.contains(file + ".") }
        #expect(aside.count == 1)
        for place in aside { #expect(try newer.filter { $0 != kept } == [folder.read("one/\(place)")]) }
        #expect(try folder.git("status", "--porcelain", in: "one") == "")
    }

    /// The file as a program of the next format might write it, with stamps of an unknown shape.
    private func newerText(of path: DocumentPath, title: String) throws -> String {
        var object = try #require(try JSON.parse(try folder.read("two/\(path)")).objectValue)
        object["title"] = .string(title)
        let format = JSONNumber(Document.format + 1)
        object["~merge"] = ["format": .number(format), "stamps": ["title": ["counter": "d1.4"]]]
        return object.canonicalText
    }

    /// Writes a file and commits it with git, as the later version's program would.
    private func commit(_ bytes: [UInt8], at path: String, in device: String) async throws {
        let target = URL(fileURLWithPath: "\(folder.path)/\(device)/\(path)")
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: target)
        try folder.git("add", path, in: device)
        try folder.git("commit", "-q", "-m", "A later version", in: device)
    }

    @Test(
        "A document grown too large to be joined is left alone and named, and both versions are kept")
    func tooLarge() async throws {
        let path = try await one.add("Milk")
        try await exchange()
        let document = try Document(decoding: Array(try folder.read("two/\(path)").utf8))
        for (device, seed, letter) in [("one", UInt64(5), "a"), ("two", 6, "b")] {
            var own = document
            let text = JSON.string(String(repeating: letter, count: 4_500_000))
            own.writeValue(text, to: FieldName("story-\(letter)"), rule: .register, by: Self.later(seed))
            try await commit(own.encoded(), at: path.text, in: device)
        }
        let other = try await one.add("Bread")
        _ = try await one.sync(.both, remote: nil) { _ in }
        let report = try await two.sync(.both, remote: nil) { _ in }
        #expect(report.skipped.map(\.path) == [path.text])
        try await exchange()
        #expect(try await two.title(other) == "Bread")
        let files = try folder.git("ls-files", "tasks", in: "two").split(separator: "\n").filter {
            $0.contains(path.text)
        }
        #expect(files.count == 2)
        let letters = try files.map { try folder.read("two/\($0)").contains("aaaaaa") }
        #expect(Set(letters) == [true, false])
        #expect(
            try folder.git("rev-parse", "main^{tree}", in: "one") == folder.git("rev-parse", "main^{tree}", in: "two"))
    }
}
