// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import Testing

/// The next occurrences that versions before this one made (`Golden/Earlier/NAME.json`), whose values had one actor
/// together, beside those that are made now of the same occurrence.
@Suite("Series of a family that still has an earlier version")
struct SeriesAcrossVersionsTests {
    private static let recipes = SeriesRecipe.all.filter { $0.present == nil }

    private func earlier(_ recipe: SeriesRecipe) throws -> Document {
        let url = SeriesGolden.folder.appendingPathComponent("Earlier/\(recipe.name).json")
        return try Document(decoding: Array(try Data(contentsOf: url)))
    }

    private func now(_ recipe: SeriesRecipe) throws -> Document {
        try #require(try SeriesRecipe.next(after: recipe.occurrence, nil))
    }

    /// What becomes of a next one after a sync that joined it.
    private func carriedOn(_ next: Document, _ recipe: SeriesRecipe) throws -> Document {
        try #require(try SeriesRecipe.carriedOn(next, after: recipe.occurrence))
    }

    @Test("Both make the same next one, and their join shows every value, line and item once", arguments: recipes)
    func joined(_ recipe: SeriesRecipe) throws {
        let (earlier, now) = (try earlier(recipe), try now(recipe))
        #expect(earlier.shown == now.shown)
        let joined = Document.join(earlier, now)
        #expect(joined.shown == now.shown && joined.conflicts.isEmpty)
        #expect(Document.join(now, earlier).encoded() == joined.encoded())
        #expect(try carriedOn(joined, recipe) == joined)
    }

    @Test("What a person wrote in the one stands against nothing that the other reckoned", arguments: recipes)
    func written(_ recipe: SeriesRecipe) throws {
        let (earlier, now) = (try earlier(recipe), try now(recipe))
        for (touched, other) in [(earlier, now), (now, earlier)] {
            var touched = touched
            touched.writeValue("Bins, early", to: "title", rule: .register, by: SeriesRecipe.mia)
            touched.writeValue(["date": "2027-01-01"], to: "due", rule: .register, by: SeriesRecipe.mia)
            let carried = try carriedOn(Document.join(touched, other), recipe)
            #expect(carried.conflicts.isEmpty)
            #expect(carried["title"] == "Bins, early" && carried["due"] == ["date": "2027-01-01"])
            #expect(carried["description"] == other["description"] && carried["items"] == other["items"])
        }
    }
}
