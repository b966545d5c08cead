// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Foreign commits reach all devices")
struct GitCommitTests {
    /// Two devices of one family with a task; git finds the built command as its merge driver.
    private func devices() throws -> (mia: Device, ben: Device) {
        let (family, laptop) = try Family.pair(prepared: [["add", "Bins"]])
        let folder = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
        let path = ["PATH": "\(folder):\(family.device.environment["PATH"] ?? "")"]
        return (family.device.with(path), laptop.with(path))
    }

    private func edit(_ device: Device, replacing old: String, with new: String) throws {
        let path = try device.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try #require(text.contains(old), "\(old) is not in \(text)")
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func meet(_ one: Device, _ two: Device) throws {
        for device in [one, two, one] { try device.run("sync").expect() }
        #expect(try one.head() == two.head())
        for device in [one, two] {
            try device.expectClean()
            try device.git("fsck", "--strict").expect()
        }
    }

    private func task(_ device: Device) throws -> [String: Any] {
        try #require(try device.run("list", "--all", "--json").objects().first)
    }

    @Test("An edit committed with git is shown at once and sent with the next sync")
    func committed() throws {
        let (mia, ben) = try devices()
        try edit(mia, replacing: "\"Bins\"", with: "\"All bins\"")
        try mia.git("commit", "-qam", "By hand").expect()
        let head = try mia.head()
        try mia.run("list").expectQuietly("All bins")
        #expect(try mia.head() == head)
        try ben.run("done", "bins").expect()
        try meet(mia, ben)
        for device in [mia, ben] {
            #expect(try task(device)["title"] as? String == "All bins")
            try device.run("list").expectQuietly()
            try device.run("conflicts").expectQuietly("no conflicts")
            try device.run("doctor").expect()
        }
    }

    @Test("Scenario 43: git revert of an older commit takes effect on every device, and so does its revert")
    func reverted() throws {
        let (mia, ben) = try devices()
        try mia.run("edit", "bins", "--title", "All bins").expect()
        let change = try mia.head()
        try mia.run("done", "bins").expect()
        try meet(mia, ben)
        try ben.git("revert", "--no-edit", change).expect()
        try meet(ben, mia)
        #expect(try task(mia)["title"] as? String == "Bins")
        #expect(try task(mia)["completion"] != nil)
        let revert = try mia.git("log", "--format=%H", "--grep=This reverts").lines[0]
        try mia.git("revert", "--no-edit", revert).expect()
        try meet(mia, ben)
        #expect(try task(ben)["title"] as? String == "All bins")
        try ben.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("Scenario 41: a committed removal of a file moves the task to the trash; its revert restores it")
    func revertedRemoval() throws {
        let (mia, ben) = try devices()
        try mia.git("rm", "-q", try mia.git("ls-files", "tasks").lines[0]).expect()
        try mia.git("commit", "-qm", "Away").expect()
        let removal = try mia.head()
        try meet(mia, ben)
        try ben.run("list", "--trash").expectQuietly("Bins")
        try mia.git("revert", "--no-edit", removal).expect()
        try meet(mia, ben)
        try ben.run("list").expectQuietly("Bins")
    }

    @Test("A merge with the driver is trusted: the seal keeps its result byte-for-byte")
    func driverMerge() throws {
        let (mia, ben) = try devices()
        try ben.run("edit", "bins", "--title", "All bins").expect()
        try ben.git("push", "-q", "origin", "HEAD").expect()
        try mia.run("edit", "bins", "--title", "Both bins", "--tag", "quick").expect()
        try mia.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main").expect()
        let file = try String(contentsOfFile: mia.onlyFile(in: "tasks"), encoding: .utf8)
        try meet(mia, ben)
        #expect(try String(contentsOfFile: ben.onlyFile(in: "tasks"), encoding: .utf8) == file)
        try ben.run("conflicts").expectQuietly(["All bins", "Both bins"])
    }

    @Test("A cherry-pick with the driver onto a hand commit duplicates no line")
    func pickOntoHandCommit() throws {
        let (mia, ben) = try devices()
        try mia.run("edit", "bins", "--description", "one\ntwo").expect()
        try meet(mia, ben)
        try ben.run("edit", "bins", "--title", "All bins").expect()
        try ben.git("push", "-q", "origin", "HEAD").expect()
        try edit(mia, replacing: "    \"two\"", with: "    \"between\",\n    \"two\"")
        try mia.git("commit", "-qam", "By hand").expect()
        try mia.git("fetch", "-q").expect()
        try mia.git("cherry-pick", "origin/main").expect()
        try meet(mia, ben)
        let shown = try #require(try ben.run("show", "bins", "--json").objects().first)
        let task = shown["document"] as? [String: Any]
        #expect(task?["title"] as? String == "All bins")
        #expect(task?["description"] as? [String] == ["one", "between", "two"])
        try ben.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("A clone with incomplete history is refused, with the remedy", arguments: ["shallow", "graft", "replace"])
    func cutHistory(_ kind: String) throws {
        let (mia, _) = try devices()
        try mia.run("edit", "bins", "--title", "All bins").expect()
        let head = try mia.head()
        switch kind {
        case "shallow": try mia.git("fetch", "-q", "--depth=1", "origin").expect()
        case "graft":
            try FileManager.default.createDirectory(
                atPath: mia.folder + "/.git/info", withIntermediateDirectories: true)
            try "\(head)\n".write(toFile: mia.folder + "/.git/info/grafts", atomically: true, encoding: .utf8)
        default: try mia.git("replace", "HEAD", "HEAD~1").expect()
        }
        let cure = ["shallow": "git fetch --unshallow", "graft": "info/grafts", "replace": "git replace -d"]
        try mia.run("sync").expect(status: 75, stderr: ["part of the family's history", .contains(cure[kind] ?? kind)])
    }

    /// Values of the wrong type for a set, committed with git as tags.
    private static let otherTypes = ["\"u, v\"", "7", "{\"u\": true}", "[\"u\", 7]"]

    @Test(
        "A value of the wrong type hides no concurrently added element, and can be resolved",
        arguments: otherTypes)
    func otherType(_ value: String) throws {
        let (mia, ben) = try devices()
        try edit(mia, replacing: "\"title\": \"Bins\"", with: "\"tags\": \(value),\n  \"title\": \"Bins\"")
        try mia.git("commit", "-qam", "By hand").expect()
        try ben.run("edit", "bins", "--tag", "garden").expect()
        try meet(mia, ben)
        for device in [mia, ben] {
            #expect(try task(device)["tags"] as? [String] == ["garden"])
            #expect(try task(device)["conflict"] as? Bool == true)
            for filter in ["+garden", "has:conflict"] { try device.run("list", filter).expectQuietly("Bins") }
            try device.run("show", "bins").expectQuietly("garden")
            try device.run("tag", "list").expectQuietly("garden")
            try device.run("status").expectQuietly("1 document")
            try device.run("conflicts").expectQuietly("garden")
        }
        try ben.run("resolve", "bins", "--take", "1").expect(status: 64)
        try ben.run("resolve", "bins", "--field", "tags", "--take", "2").expect()
        try meet(ben, mia)
        for device in [mia, ben] {
            #expect(try task(device)["tags"] as? [String] == ["garden"])
            try device.run("conflicts").expectQuietly("no conflicts")
            try device.run("doctor").expect()
        }
    }

    @Test("A conflict of a set is resolved with a comma-separated list of elements")
    func elements() throws {
        let (mia, ben) = try devices()
        try edit(mia, replacing: "\"title\": \"Bins\"", with: "\"tags\": \"u, v\",\n  \"title\": \"Bins\"")
        try mia.git("commit", "-qam", "By hand").expect()
        try ben.run("edit", "bins", "--tag", "garden").expect()
        try meet(mia, ben)
        try ben.run("resolve", "bins", "--value", "u, v,garden").expect()
        try meet(ben, mia)
        #expect(try task(mia)["tags"] as? [String] == ["garden", "u", "v"])
        try mia.run("conflicts").expectQuietly("no conflicts")
    }

    /// Ben completes a recurring task while Mia commits an edit to its file with git; both sync and have the next task.
    private func meetAfterDone(replacing old: String, with new: String) throws -> (mia: Device, ben: Device) {
        let (mia, ben) = try devices()
        try mia.run("edit", "bins", "--every", "day", "--due", "today").expect()
        try meet(mia, ben)
        try ben.run("done", "bins").expect()
        try edit(mia, replacing: old, with: new)
        try mia.git("commit", "-qam", "By hand").expect()
        try meet(mia, ben)
        for device in [mia, ben] { #expect(try device.run("list", "--all", "--json").objects().count == 2) }
        return (mia, ben)
    }

    /// JSON members that replace a task's title in a git commit.
    private static let invalidMembers = [
        "", "\n  \"description\": \"u\",\n  \"title\": \"Bins\",",
        "\n  \"tags\": {\"u\": true},\n  \"title\": \"Bins\",",
        "\n  \"items\": [1, {\"text\": 5}],\n  \"title\": \"Bins\",",
    ]

    @Test("An invalid value in a recurring task blocks neither a sync nor the series", arguments: invalidMembers)
    func invalidSeries(_ members: String) throws {
        let (mia, ben) = try meetAfterDone(replacing: "\n  \"title\": \"Bins\",", with: members)
        let next = try #require(mia.run("list", "--json").objects().first?["id"] as? String)
        try mia.run("done", "#\(next)", "--early").expect()
        try meet(mia, ben)
        #expect(try ben.run("list", "--all", "--json").objects().count == 3)
        try ben.run("doctor").expect(status: 1)
    }

    @Test("A recurring task above the size limit of commands blocks no sync")
    func largeSeries() throws {
        let lines = (0..<9000).map { "\"\(String(repeating: "u", count: 40)) \($0)\"" }.joined(separator: ",")
        let title = "\"title\": \"Bins\""
        _ = try meetAfterDone(replacing: title, with: "\"description\": [\(lines)],\n  \(title)")
    }

    /// Two devices with a completed recurring task: its id, and the path of the next occurrence.
    private func recurring() throws -> (mia: Device, ben: Device, done: String, next: String) {
        let (mia, ben) = try devices()
        try mia.run("edit", "bins", "--every", "day", "--due", "today").expect()
        let done = try #require(task(mia)["id"] as? String)
        try mia.run("done", "bins").expect()
        try meet(mia, ben)
        let next = try #require(mia.run("list", "--json").objects().first?["id"] as? String)
        return (mia, ben, "#\(done)", "tasks/\(next.prefix(2))/\(next).json")
    }

    @Test("A next occurrence that is unreadable or of a newer format blocks no sync", arguments: ["{", ""])
    func unreadableNext(_ bytes: String) throws {
        let (mia, ben, done, next) = try recurring()
        let path = "\(mia.folder)/\(next)"
        let newer = try String(contentsOfFile: path, encoding: .utf8).replacing("\"format\": 1", with: "\"format\": 2")
        try (bytes.isEmpty ? newer : bytes).write(toFile: path, atomically: true, encoding: .utf8)
        try mia.git("commit", "-qam", "By hand").expect()
        try meet(mia, ben)
        try mia.run("edit", done, "--tag", "garden").expect()
        try ben.run("edit", done, "--tag", "house").expect()
        try meet(mia, ben)
        for device in [mia, ben] {
            let tasks = try device.run("list", "--all", "--json").objects()
            #expect(tasks.contains { $0["tags"] as? [String] == ["garden", "house"] })
        }
    }

    @Test("An unfinished file of the next occurrence blocks no sync")
    func unfinishedNext() throws {
        let (mia, ben, done, next) = try recurring()
        try mia.run("edit", done, "--series", "--title", "All bins").expect()
        try mia.run("sync").expect()
        try ben.run("edit", done, "--tag", "house").expect()
        let path = "\(ben.folder)/\(next)"
        let unfinished = "{\"title\": "
        try unfinished.write(toFile: path, atomically: true, encoding: .utf8)
        for _ in 0..<2 { try ben.run("sync").expect(stdout: "Not recorded: \(next)") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == unfinished)
        try mia.run("sync").expect()
        #expect(try mia.head() == ben.head())
    }

    @Test("A task of a newer format in a merged category blocks no sync")
    func newerTaskInMergedCategory() throws {
        let (mia, ben) = try devices()
        for name in ["House", "Home"] { try mia.run("category", "add", name).expect() }
        try meet(mia, ben)
        try mia.run("edit", "bins", "--category", "Home").expect()
        try edit(mia, replacing: "\"format\": 1", with: "\"format\": 2")
        try mia.git("commit", "-qam", "By hand").expect()
        try ben.run("category", "merge", "House", "Home").expect()
        try meet(ben, mia)
    }

    @Test("A remote with a changed family id is refused until the commit is reverted")
    func otherID() throws {
        let (mia, ben) = try devices()
        try meet(mia, ben)
        let path = "\(mia.folder)/family.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let other = text.replacing(/"id": "[0-9a-f-]+"/, with: "\"id\": \"00000000-0000-4000-8000-000000000000\"")
        try other.write(toFile: path, atomically: true, encoding: .utf8)
        try mia.git("commit", "-qam", "By hand").expect()
        try mia.git("push", "-q", "origin", "main").expect()
        try ben.run("add", "Dishes").expect()
        try ben.run("sync").expect(status: 76, stderr: ["another id in its family.json", "git revert"])
        try mia.git("revert", "--no-edit", "HEAD").expect()
        try mia.git("push", "-q", "origin", "main").expect()
        try meet(mia, ben)
        try mia.run("list").expectQuietly("Dishes")
    }
}
