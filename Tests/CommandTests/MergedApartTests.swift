// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Members, categories and series that two people merged, deleted or ended concurrently.
@Suite("Concurrent merges and deletions")
struct MergedApartTests {
    private func devices(_ words: [[String]]) throws -> (mia: Device, ben: Device) {
        let (family, laptop) = try Family.pair(members: ["Mia", "Ben"], prepared: words)
        return (family.device, laptop)
    }

    /// Syncs until both devices are equal, and returns each device's output.
    private func meet(_ one: Device, _ two: Device) throws -> (one: String, two: String) {
        var said = (one: "", two: "")
        for _ in 0..<2 {
            said.one += try one.run("sync").expect().stdout
            said.two += try two.run("sync").expect().stdout
        }
        #expect(try one.head() == two.head())
        for device in [one, two] { try device.expectClean() }
        return said
    }

    @Test(
        "Of two members merged into each other, one stays with all tasks; both people are told",
        arguments: [true, false])
    func members(isTurned: Bool) throws {
        let (mia, ben) = try devices([["member", "add", "Maria"], ["add", "Bins", "@Mia"], ["add", "Cat", "@Maria"]])
        try mia.run("member", "merge", "Mia", "Maria").expect()
        try ben.run("member", "merge", "Maria", "Mia").expect()
        let said = isTurned ? try meet(ben, mia) : try meet(mia, ben)
        for words in [said.one, said.two] {
            #expect(words.replacing("\n", with: " ").contains("were merged into each other"))
        }
        let names = try [mia, ben].map { device in
            try device.run("doctor").expectQuietly("No problems found")
            #expect(try device.run("list", "@me", "--json").objects().count == (device.folder == mia.folder ? 2 : 0))
            let active = try device.run("member", "--json").objects().compactMap { $0["name"] as? String }
            #expect(active.count == 2 && active.contains("Ben"))
            for task in try device.run("list", "--json").objects() { #expect(task["assignees"] != nil) }
            let stays = active.first { $0 != "Ben" } ?? ""
            #expect(try device.run("list", "@\(stays)", "--json").objects().count == 2)
            return stays
        }
        #expect(names[0] == names[1])
        try mia.run("me").expectQuietly("\(names[0])")
    }

    @Test("A merge cycle of members from a foreign commit keeps one member; doctor reports and repairs the cycle")
    func ring() throws {
        let (mia, _) = try devices([["member", "add", "Maria"], ["add", "Bins", "@Maria"]])
        let members = try mia.run("member", "--json").objects()
        let ids = ["Mia", "Maria"].map { name in members.first { $0["name"] as? String == name }?["id"] as? String ?? ""
        }
        for (id, other) in [(ids[0], ids[1]), (ids[1], ids[0])] {
            let path = "\(mia.folder)/members/\(id).json"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing("\"kind\": \"member\",", with: "\"kind\": \"member\",\n  \"mergedInto\": \"\(other)\",")
                .write(toFile: path, atomically: true, encoding: .utf8)
        }
        try mia.git("commit", "-qam", "By hand").expect()
        let me = try mia.run("me").expect().stdout
        #expect(me.contains("Mia's") || me.contains("Maria's"))
        try mia.run("list", "@me").expectQuietly("Bins")
        let told = try mia.run("doctor").expect(status: 1).stdout
        #expect(told.contains("Mia") && told.contains("Maria"))
        try mia.run("doctor", "--repair").expectQuietly("stays")
        try mia.run("doctor").expectQuietly("No problems")
    }

    @Test(
        "Of two categories merged into each other, one stays with all tasks; both people are told",
        arguments: [true, false])
    func categories(isTurned: Bool) throws {
        let (mia, ben) = try devices([
            ["category", "add", "House"], ["category", "add", "Home"], ["add", "Bins", "category:House"],
            ["add", "Cat", "category:Home"],
        ])
        try mia.run("category", "merge", "House", "Home").expect()
        try ben.run("category", "merge", "Home", "House").expect()
        try ben.run("add", "Dust", "category:Home").expect()
        let said = isTurned ? try meet(ben, mia) : try meet(mia, ben)
        for words in [said.one, said.two] {
            #expect(words.replacing("\n", with: " ").contains("were merged into each other"))
        }
        let names = try [mia, ben].map { device in
            let names = try device.run("category", "--json").objects().compactMap { $0["name"] as? String }
                .filter { ["House", "Home"].contains($0) }
            #expect(names.count == 1)
            let stays = names.first ?? ""
            #expect(try device.run("list", "category:\(stays)", "--json").objects().count == 3)
            try device.run("conflicts").expectQuietly("no conflicts")
            try device.run("doctor").expectQuietly("No problems found")
            return stays
        }
        #expect(names[0] == names[1])
    }

    @Test("A task put into a concurrently merged category moves to the remaining one")
    func late() throws {
        let (mia, ben) = try devices([["category", "add", "House"], ["category", "add", "Home"], ["add", "Bins"]])
        try mia.run("category", "merge", "House", "Home").expect()
        try ben.run("edit", "Bins", "category:Home").expect()
        _ = try meet(mia, ben)
        for device in [mia, ben] {
            #expect(try device.run("list", "category:House", "--json").objects().count == 1)
        }
    }

    @Test("A task in a concurrently deleted category is found by the category's name, and the category can be restored")
    func deleted() throws {
        let (mia, ben) = try devices([["category", "add", "House"], ["add", "Bins"]])
        try mia.run("category", "delete", "House").expect()
        try ben.run("edit", "Bins", "category:House").expect()
        _ = try meet(mia, ben)
        for device in [mia, ben] {
            try device.run("list", "category:House").expectQuietly("Bins")
            try device.run("show", "Bins").expectQuietly("hometask category restore House")
        }
        try mia.run("doctor").expectQuietly(["House", "No problems"])
        try mia.run("category", "restore", "House").expectQuietly("Restored the category ‘House’")
        _ = try meet(mia, ben)
        try ben.run("category").expectQuietly("House")
        try ben.run("show", "Bins").expectQuietly(.lacks("deleted"))
    }

    @Test(
        "A series ended concurrently with a completion has no next occurrence, and the sync says so",
        arguments: [true, false])
    func ended(isTurned: Bool) throws {
        let (mia, ben) = try devices([["add", "Bins", "--every", "tue"]])
        try mia.run("edit", "Bins", "--every", "none").expect()
        try ben.run("done", "Bins").expect()
        let said = isTurned ? try meet(ben, mia) : try meet(mia, ben)
        #expect((said.one + said.two).replacing("\n", with: " ").contains("was ended on one device"))
        for device in [mia, ben] { #expect(try device.run("list", "--json").objects().isEmpty) }
    }
}
