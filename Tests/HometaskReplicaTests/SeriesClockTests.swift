// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime
import Testing

@Suite("The time of day of a series across a change of clocks")
struct SeriesClockTests {
    private static let author = SeriesRecipe.mia

    private func step(from document: Document) throws -> SeriesStep {
        try #require(try SeriesStep(from: document, familyZone: .utc))
    }

    /// An occurrence with the given values.
    private func occurrence(_ values: [FieldName: JSON]) -> Document {
        var document = Document(id: SeriesRecipe.id, kind: .task)
        for (field, value) in values.sorted(by: { $0.key < $1.key }) {
            document.writeValue(
                value, to: field, rule: Schema.of(.task)?.rule(for: field.key.string) ?? .register, by: Self.author)
        }
        return document
    }

    /// The due time of an occurrence, in UTC.
    private func due(_ values: [FieldName: JSON]) -> String? { values["due"]?["at"]?.stringValue }

    @Test("A time that does not exist on one day is back on the next, whether done, skipped or missed")
    func spring() throws {
        // On 29 March 2026 clocks in Amsterdam go from 02:00 to 03:00.
        let before = occurrence([
            "title": "Feed the cat", "repeat": "FREQ=DAILY",
            "due": ["at": "2026-03-28T01:30:00Z", "zone": "Europe/Amsterdam"],
        ])
        let time = { (text: String) throws in try #require(Timestamp(rfc3339: text)) }
        let changing = try #require(try step(from: before).next(done: time("2026-03-28T01:00:00Z")))
        #expect(due(changing) == "2026-03-29T01:30:00Z", "03:30 of summer time, in place of 02:30")
        let late = occurrence(changing)
        let after = "2026-03-30T00:30:00Z"
        #expect(try step(from: late).next(done: time("2026-03-29T01:00:00Z")).flatMap(due) == after)
        #expect(try step(from: late).skipped(at: time("2026-03-29T01:00:00Z")).flatMap(due) == after)
        #expect(try step(from: late).movedToNow(at: time("2026-03-29T22:00:00Z")).flatMap(due) == after)
        #expect(try step(from: late).current().flatMap(due) == "2026-03-29T01:30:00Z")
    }
}
