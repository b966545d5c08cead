// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Matching words in titles")
struct NamingTests {
    let device: Device

    init() throws {
        device = try Family().device
        let lines = [
            "Repeat prescription", "Buy a card @Mia due:2026-11-24", "Buy a cake @Ben", "Call +31612345678",
            "Buy 2 eggs", "Water the plants",
        ]
        try device.run("add", "--stdin", input: lines.joined(separator: "\n")).expect()
        try device.run("list", "--sort", "created").expect()
    }

    private func titles(_ words: String...) throws -> [String] {
        try device.run(["list", "--json"] + words).expect().objects().map { $0["title"] as? String ?? "" }.sorted()
    }

    @Test(
        "Two or three letters, or the middle of a word, match nothing",
        arguments: [
            ["delete", "pea"], ["done", "ard"], ["edit", "lants", "--points", "1"],
            ["show", "ake"], ["done", "car"], ["done", "all"], ["done", "buy car"],
        ])
    func middle(words: [String]) throws {
        let before = try titles("--all")
        try device.run(words).expect(status: 66, stdout: .empty, stderr: "no task is called ‘\(words[1])’")
        #expect(try titles("--all") == before)
        #expect(try titles().count == 6)
    }

    @Test("For words without a match, the nearest titles are suggested")
    func nearest() throws {
        try device.run("done", "pea").expect(status: 66, stderr: "Did you mean ‘Repeat prescription’?")
        try device.run("done", "car").expect(status: 66, stderr: "Did you mean ‘Buy a card’?")
        try device.run("done", "by a kard").expect(status: 66, stderr: "Did you mean ‘Buy a card’")
        try device.run("done", "water", "the", "plnts").expect(status: 66, stderr: "Did you mean ‘Water the plants’?")
        try device.run("done", "zebra").expect(
            status: 66, stderr: ["beginnings of its words", "'hometask list' shows the tasks."])
    }

    @Test("Ambiguous words list the matches by number, date, member and category, and change nothing")
    func several() throws {
        try device.run("category", "add", "Shopping").expect()
        try device.run("edit", "cake", "--category", "Shopping").expect()
        try device.run("done", "buy a").expect(
            status: 64, stdout: .empty,
            stderr: [
                "matches 2 tasks; nothing was changed", "Buy a card  Tue 24 Nov  @Mia", "Buy a cake  @Ben  Shopping",
            ])
        #expect(try titles().count == 6)
        // An exact title takes precedence.
        try device.run("add", "Buy").expect()
        try device.run("done", "buy").expect(stdout: "Buy")
        #expect(try titles().count == 6)
    }

    @Test("Numbers may be separated by commas, and titles may contain numbers")
    func numbers() throws {
        let tasks = try device.run("list", "--json").expect().objects()
        func number(_ title: String) throws -> String {
            "\(try #require(tasks.first { $0["title"] as? String == title }?["number"] as? Int))"
        }
        try device.run("done", "\(number("Buy a card")),\(number("Buy a cake"))").expect()
        try device.run("done", number("Repeat prescription") + ",", number("Call +31612345678")).expect()
        #expect(try titles() == ["Buy 2 eggs", "Water the plants"])
        try device.run("done", "2 eggs").expect()
        #expect(try titles() == ["Water the plants"])
    }

    @Test("Among numbers and words, the words without a match are reported, and nothing is done")
    func mixed() throws {
        try device.run("done", "1", "2", "nonexistent").expect(
            status: 66, stdout: .empty, stderr: "no task is called ‘nonexistent’")
        try device.run("done", "1", "water").expect(
            status: 64, stdout: .empty,
            stderr: ["‘1 water’ is not a title", "Name ‘Water the plants’ by its id, too: '#", "begins a comment"])
        try device.run("done", "1", "99", "water").expect(status: 64, stdout: .empty)
        try device.run("done", "2", "eggz").expect(status: 66, stderr: ["‘2 eggz’", "Did you mean ‘Buy 2 eggs’"])
        #expect(try titles().count == 6)
    }

    @Test("Checklist items, members and pins are matched in the same way")
    func others() throws {
        try device.run("item", "add", "cake", "flour").expect()
        try device.run("item", "add", "cake", "sugar").expect()
        try device.run("item", "done", "cake", "our").expect(status: 66)
        try device.run("item", "done", "cake", "1,2").expect()
        try device.run("item", "add", "card", "Stamps, 12").expect()
        try device.run("item", "done", "card", "stamps, 12").expect()
        try device.run("pin", "add", "Grandma's house", "52.1,4.3").expect()
        try device.run("pin", "show", "ouse").expect(status: 66)
        try device.run("pin", "show", "house").expect()
        try device.run("add", "Call", "@ia").expect(status: 66, stderr: "no member is called ‘ia’")
    }
}
