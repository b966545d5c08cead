// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// On Saturday, 21 November 2026.
@Suite("When an occurrence became current")
struct CurrentOccurrenceTests {
    private let family: Family
    private var phone: Device { family.device }

    init() throws {
        family = try Family(members: ["Mia", "Ben"])
    }

    /// Completes the daily chore on each November day from `first` to `last`.
    private func feedDaily(through last: Int, from first: Int = 21) throws {
        for day in first...last {
            try phone.at("2026-11-\(day)T\(10 + day % 3):00:00Z").run("done", "fish").expect()
        }
    }

    @Test("An occurrence starts when the previous one is done, in statistics, lists and sheets, indexed or not")
    func taken() throws {
        try phone.run("add", "Feed the fish", "every:day", "due:today").expect()
        try feedDaily(through: 27)
        let later = phone.at("2026-11-27T20:00:00Z")
        // The first occurrence took no time, the others about a day each.
        let totals = try later.run("stats", "--json").expectQuietly().object()
        let done = try #require(totals["done"] as? [String: Any])
        let mean = try #require(done["meanSeconds"] as? Int)
        #expect(mean > 65_000 && mean < 86_400, "\(mean)")
        try later.run("list", "created:today").expectQuietly(.contains("Feed the fish"))
        try later.run("list", "created:yesterday").expectQuietly(.lacks("Feed the fish"))
        try later.run("list", "done", "created:2026-11-21").expectQuietly(.contains("Feed the fish"))
        try later.run("show", "fish").expectQuietly(["Since   today 11:00", "Added", "6 days ago 10:00"])
        let sheet = try #require(later.run("show", "fish", "--json").expectQuietly().objects().first)
        #expect(sheet["since"] as? String == "2026-11-27T10:00:00Z")
        try phone.expectClean()
    }

    @Test("An occurrence restarts when the previous one is reopened and done again")
    func again() throws {
        try phone.run("add", "Feed the fish", "every:day", "due:today").expect()
        try phone.at("2026-11-21T10:00:00Z").run("done", "fish").expect()
        try phone.run("edit", "fish", "--priority", "high").expect()
        try phone.run("list", "created:today").expectQuietly(.contains("Feed the fish"))
        let next = phone.at("2026-11-22T10:00:00Z")
        try next.run("list", "created:today").expectQuietly(.lacks("Feed the fish"))
        let before = try #require(phone.run("list", "done", "--json").expectQuietly().objects().first)
        try next.run("reopen", "#\(before["id"] as? String ?? "")").expect()
        try next.run("done", "#\(before["id"] as? String ?? "")").expect()
        try next.run("list", "created:today").expectQuietly(.contains("Feed the fish"))
    }
}
