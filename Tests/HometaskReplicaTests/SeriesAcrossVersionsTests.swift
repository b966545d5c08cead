// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import Testing

/// Next occurrences made by earlier versions (`Golden/Earlier/NAME.json`), whose values share one actor, compared with
/// occurrences made now from the same predecessor.
@Suite("Series of a family with an earlier version in use")
struct SeriesAcrossVersionsTests {
    private static let recipes = SeriesRecipe.all.filter { $0.present == nil }

    private func earlier(_ recipe: SeriesRecipe) throws -> Document {
        let url = SeriesGolden.folder.appendingPathComponent("Earlier/\(recipe.name).json")
        return try Document(decoding: Array(try Data(contentsOf: url)))
    }

    private func now(_ recipe: SeriesRecipe) throws -> Document {
        try #require(try SeriesRecipe.next(after: recipe.occurrence, nil))
    }

    /// The next occurrence, as updated by the sync that merged it.
    private func carriedOn(_ next: Document, _ recipe: SeriesRecipe) throws -> Document {
        try #require(try SeriesRecipe.carriedOn(next, after: recipe.occurrence))
    }

    @Test("Both versions make the same next occurrence, and joining the two shows each value once", arguments: recipes)
    func joined(_ recipe: SeriesRecipe) throws {
        let (earlier, now) = (try earlier(recipe), try now(recipe))
        #expect(earlier.shown == now.shown)
        let joined = Document.join(earlier, now)
        #expect(joined.shown == now.shown && joined.conflicts.isEmpty)
        #expect(Document.join(now, earlier).encoded() == joined.encoded())
        #expect(try carriedOn(joined, recipe) == joined)
    }

    @Test("A person's value in one version never conflicts with the computed values of the other", arguments: recipes)
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
