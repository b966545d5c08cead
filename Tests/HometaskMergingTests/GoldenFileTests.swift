// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import Testing

@testable import HometaskMerging

/// A document file beside these tests, with a second file for its expected reading.
///
/// HOMETASK_WRITE_GOLDEN=1 rewrites both from the recipes; that is a change of the format and needs review.
struct GoldenFile: CustomTestStringConvertible {
    let recipe: GoldenRecipe

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")
    static let all = GoldenRecipe.all.map { GoldenFile(recipe: $0) }

    var testDescription: String { recipe.name }
    var url: URL { Self.folder.appendingPathComponent("\(recipe.name).json") }
    var expectationsURL: URL { Self.folder.appendingPathComponent("\(recipe.name).expected.json") }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: url)) }

    static var isWriting: Bool { ProcessInfo.processInfo.environment["HOMETASK_WRITE_GOLDEN"] != nil }

    func write() throws {
        try Data(recipe.document.encoded()).write(to: url)
        try Data(Self.expectations(recipe.document).canonicalBytes()).write(to: expectationsURL)
    }

    /// The visible content of a document.
    static func expectations(_ document: Document) -> JSON {
        let conflicts = document.conflicts.map { conflict in
            var entry: JSONObject = [
                "field": .string(conflict.field.description),
                "values": .array(conflict.candidates.map(\.value)),
                "writes": .array(
                    conflict.candidates.map { .array($0.writes.map { JSON.string($0.dot.description) }) }),
            ]
            if let line = conflict.line { entry["line"] = .number(JSONNumber(line)) }
            if let member = conflict.member {
                (entry["item"], entry["member"]) = (.string(member.item), .string(member.name))
            }
            return JSON.object(entry)
        }
        return .object([
            "conflicts": .array(conflicts), "isDeleted": .bool(document.isDeleted), "shown": .object(document.shown),
        ])
    }
}

@Suite("Golden files")
struct GoldenFileTests {
    @Test("A golden file round-trips byte for byte and matches its expectations", arguments: GoldenFile.all)
    func means(_ file: GoldenFile) throws {
        if GoldenFile.isWriting { try file.write() }
        let bytes = try file.bytes()
        let document = try Document(decoding: bytes)
        #expect(document.encoded() == bytes)
        #expect(Document.isCanonical(bytes))
        let expectations = Array(try Data(contentsOf: file.expectationsURL))
        #expect(GoldenFile.expectations(document).canonicalBytes() == expectations)
        #expect(document == file.recipe.document, "the recipe makes another document")
    }

    @Test("Every golden file has a recipe")
    func complete() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: GoldenFile.folder.path)
        let known = GoldenFile.all.flatMap { [$0.url.lastPathComponent, $0.expectationsURL.lastPathComponent] }
        #expect(names.sorted() == known.sorted())
        #expect(GoldenFile.all.count >= 14)
    }
}
