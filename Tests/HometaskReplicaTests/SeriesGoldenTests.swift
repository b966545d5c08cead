// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskMerging
import Testing

/// An occurrence in a file beside these tests (`NAME.json`), the previous state of the next one, if any
/// (`NAME.before.json`), and the expected next one (`NAME.next.json`).
///
/// HOMETASK_WRITE_GOLDEN=1 rewrites them from the recipes; that is a change of the format and needs review.
struct SeriesGolden: CustomTestStringConvertible {
    let recipe: SeriesRecipe

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")
    static let all = SeriesRecipe.all.map { SeriesGolden(recipe: $0) }

    var testDescription: String { recipe.name }
    var names: [String] { ["", ".before", ".next"].map { "\(recipe.name)\($0).json" } }

    func read(_ name: String) throws -> Document? {
        let url = Self.folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let bytes = Array(try Data(contentsOf: url))
        let document = try Document(decoding: bytes)
        #expect(document.encoded() == bytes, "\(name) is not as documents are written")
        return document
    }

    func write() throws {
        let next = try SeriesRecipe.next(after: recipe.occurrence, recipe.present)
        for (name, document) in zip(names, [recipe.occurrence, recipe.present, next]) {
            guard let document else { continue }
            try Data(document.encoded()).write(to: Self.folder.appendingPathComponent(name))
        }
    }

    static var isWriting: Bool { ProcessInfo.processInfo.environment["HOMETASK_WRITE_GOLDEN"] != nil }
}

@Suite("Golden files of series")
struct SeriesGoldenTests {
    @Test("The next occurrence matches its file byte for byte, for any author", arguments: SeriesGolden.all)
    func next(_ golden: SeriesGolden) throws {
        if SeriesGolden.isWriting { try golden.write() }
        let occurrence = try #require(try golden.read(golden.names[0]))
        let present = try golden.read(golden.names[1])
        let expected = try #require(try golden.read(golden.names[2]))
        #expect(occurrence == golden.recipe.occurrence && present == golden.recipe.present, "the recipe is another")
        for author in [SeriesRecipe.mia, SeriesRecipe.ben] {
            let next = try SeriesRecipe.next(after: occurrence, present, by: author)
            #expect(next?.encoded() == expected.encoded())
        }
        #expect(expected.seen.actors.allSatisfy { $0.text.hasPrefix("r") && $0.text.utf8.count == 17 })
        #expect(expected.id.description == "4f7ed7e5-30a5-5b87-8fc6-99e48cd92f69", "as in the table of Recurrence.md")
    }

    @Test("The specification's example of an actor matches the golden file")
    func example() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent(
                "Sources/HometaskFamily/HometaskFamily.docc/Recurrence.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let block = try #require(text.components(separatedBy: "```\n").first { $0.hasPrefix("2026-") })
        let actor = ActorID.following(from: Array(block.utf8))
        let golden = try #require(SeriesGolden.all.first)
        #expect(try golden.read(golden.names[2])?.seen.actors.contains(actor) == true)
        #expect(text.contains("`\(actor.text)`"))
    }

    @Test("Every golden file has a recipe, and none is missing")
    func complete() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: SeriesGolden.folder.path)
            .filter { $0.hasSuffix(".json") }
        let known = Set(SeriesGolden.all.flatMap(\.names))
        #expect(Set(names).isSubset(of: known))
        #expect(SeriesGolden.all.allSatisfy { names.contains($0.names[0]) && names.contains($0.names[2]) })
        #expect(SeriesGolden.all.filter { names.contains($0.names[1]) }.count == 2)
    }
}
